(** * The values of Lasker's Nim, 4.333...

    [theory] has them as an arithmetic period of an endless code, section 12; this is a proof by
    induction. The values of heaps 1, ..., n need the digits d0, ..., dn alone. *)

From Coq Require Import Arith Bool List NArith Lia.
From Octal Require Import Octal SpragueGrundy Endless.
Import ListNotations.

(** 4.333...: a heap may be split, or any number of its tokens taken. *)
Definition is_lasker (C : rules) (n : nat) : Prop :=
  C 0 = Digit 4 false /\ forall k, 1 <= k <= n -> C k = Digit 3 false.

Definition lasker (n : nat) : nat :=
  match n mod 4 with 3 => n + 1 | 0 => n - 1 | _ => n end.

Lemma quarter : forall n, exists q, n = 4 * q \/ n = 4 * q + 1 \/ n = 4 * q + 2 \/ n = 4 * q + 3.
Proof.
  intro n. exists (n / 4). pose proof (Nat.div_mod_eq n 4).
  pose proof (Nat.mod_upper_bound n 4 ltac:(lia)). lia.
Qed.

Lemma mod_4 : forall q r, r < 4 -> (4 * q + r) mod 4 = r.
Proof. intros q r R. rewrite (Nat.mul_comm 4), Nat.add_comm, Nat.mod_add, Nat.mod_small; lia. Qed.

Lemma lasker_at : forall q, lasker (4 * q) = 4 * q - 1 /\ lasker (4 * q + 1) = 4 * q + 1 /\
  lasker (4 * q + 2) = 4 * q + 2 /\ lasker (4 * q + 3) = 4 * q + 4.
Proof.
  intro q. unfold lasker. rewrite !mod_4 by lia. replace (4 * q) with (4 * q + 0) at 1 by lia.
  rewrite mod_4 by lia. lia.
Qed.

Ltac quarters n := let q := fresh "q" in let E := fresh in
  destruct (quarter n) as [q E]; pose proof (lasker_at q); destruct E as [-> | [-> | [-> | ->]]].

Lemma lasker_twice : forall n, 1 <= n -> lasker (lasker n) = n.
Proof.
  intros n N. quarters n; destruct H0 as [A [B [D E]]].
  - rewrite A. destruct q as [| q]; [lia |]. replace (4 * S q - 1) with (4 * q + 3) by lia.
    destruct (lasker_at q) as [_ [_ [_ F]]]. lia.
  - rewrite B. exact B.
  - rewrite D. exact D.
  - rewrite E. replace (4 * q + 4) with (4 * (q + 1)) by lia. destruct (lasker_at (q + 1)). lia.
Qed.

(** The last two binary digits. *)
Lemma low_xor : forall v w, (N.lxor v w mod 4)%N = N.lxor (v mod 4) (w mod 4).
Proof.
  intros v w. change 4%N with (2 ^ 2)%N. rewrite <- !N.land_ones. apply N.bits_inj. intro i.
  rewrite ?N.lxor_spec, ?N.land_spec, ?N.lxor_spec.
  destruct (N.testbit v i), (N.testbit w i), (N.testbit (N.ones 2) i); reflexivity.
Qed.

Lemma low_of : forall q r, r < 4 -> (N.of_nat (4 * q + r) mod 4)%N = N.of_nat r.
Proof.
  intros q r R. change 4%N with (N.of_nat 4). rewrite <- Nnat.Nat2N.inj_mod, mod_4 by exact R. reflexivity.
Qed.

Lemma low_lasker : forall n, 1 <= n -> (N.of_nat (lasker n) mod 4)%N =
  match n mod 4 with 0 => 3%N | 1 => 1%N | 2 => 2%N | _ => 0%N end.
Proof.
  intros n N. quarters n; destruct H0 as [A [B [D E]]].
  - rewrite A. destruct q as [| q]; [lia |]. replace (4 * S q - 1) with (4 * q + 3) by lia.
    rewrite low_of by lia. replace (4 * S q) with (4 * S q + 0) by lia. rewrite mod_4 by lia. reflexivity.
  - rewrite B, low_of, mod_4 by lia. reflexivity.
  - rewrite D, low_of, mod_4 by lia. reflexivity.
  - rewrite E, mod_4 by lia. replace (4 * q + 4) with (4 * (q + 1) + 0) by lia. rewrite low_of by lia.
    reflexivity.
Qed.

Lemma split_differs : forall a b, 1 <= a -> 1 <= b ->
  N.lxor (N.of_nat (lasker a)) (N.of_nat (lasker b)) <> N.of_nat (lasker (a + b)).
Proof.
  intros a b A B E. apply (f_equal (fun v => (v mod 4)%N)) in E. rewrite low_xor, !low_lasker in E by lia.
  rewrite Nat.add_mod in E by lia.
  pose proof (Nat.mod_upper_bound a 4 ltac:(lia)). pose proof (Nat.mod_upper_bound b 4 ltac:(lia)).
  destruct (a mod 4) as [| [| [| [| i]]]], (b mod 4) as [| [| [| [| j]]]]; try lia; discriminate E.
Qed.

Section Lasker.

Variables (C : rules) (n : nat).
Hypothesis code_is : is_lasker C n.

(** What a move of heap m leaves. *)
Lemma lasker_moves : forall m parts, m <= n -> leaves C m parts ->
  parts = [] \/ (exists a, parts = [a] /\ 1 <= a < m) \/
  exists a b, parts = [a; b] /\ 1 <= a /\ 1 <= b /\ m = a + b.
Proof.
  destruct code_is as [D0 Dk]. intros m parts M L.
  inversion L as [k E K Eq | k a E K A Eq | k a b E A B U Eq | k a b c E A B B' Eq]; subst.
  - left. reflexivity.
  - right. left. exists a. split; [reflexivity | lia].
  - right. right. exists a, b. destruct k as [| k]; [split; [reflexivity | lia] |].
    rewrite Dk in E by lia. discriminate.
  - destruct k as [| k]; [rewrite D0 in E | rewrite Dk in E by lia]; discriminate.
Qed.

Theorem values_of_lasker : forall m, 1 <= m <= n -> G C m = N.of_nat (lasker m).
Proof.
  destruct code_is as [D0 Dk]. intro m. induction m as [m IH] using lt_wf_ind. intro M.
  apply is_mex_unique with (1 := G_is_mex C m). split.
  - intros [parts [L E]]. destruct (lasker_moves m parts ltac:(lia) L)
      as [-> | [[a [-> A]] | [a [b [-> [A [B S]]]]]]]; simpl in E.
    + quarters m; lia.
    + rewrite N.lxor_0_r, IH in E by lia. apply Nnat.Nat2N.inj in E.
      apply (f_equal lasker) in E. rewrite !lasker_twice in E by lia. lia.
    + rewrite N.lxor_0_r, !IH, S in E by lia. apply (split_differs a b A B E).
  - intros w W. assert (T : exists u, w = N.of_nat u) by (exists (N.to_nat w); lia).
    destruct T as [u ->].
    destruct (Nat.eq_dec u 0) as [Z | Z].
    + exists []. split; [| rewrite Z; reflexivity].
      apply leaves_none with m; [rewrite Dk by lia; reflexivity | lia | reflexivity].
    + destruct (le_lt_dec m (lasker u)) as [Far | Near].
      * (* Only 4q + 3 in heap 4q + 3. *)
        assert (Q : exists q, m = 4 * q + 3 /\ u = 4 * q + 3).
        { quarters m; quarters u; try lia; exists q; lia. }
        destruct Q as [q [-> Eu]]. exists [1; 4 * q + 2]. split.
        -- apply leaves_two with 0; try lia; rewrite D0; reflexivity.
        -- change (N.lxor (G C 1) (N.lxor (G C (4 * q + 2)) 0) = N.of_nat u). rewrite N.lxor_0_r, !IH by lia. destruct (lasker_at q) as [_ [_ [E _]]].
           rewrite E, Eu. replace (lasker 1) with 1 by reflexivity.
           replace (N.of_nat (4 * q + 2)) with (N.double (N.of_nat (2 * q + 1))) by lia.
           replace (N.of_nat (4 * q + 3)) with (N.succ_double (N.of_nat (2 * q + 1))) by lia.
           destruct (N.of_nat (2 * q + 1)); reflexivity.
      * assert (1 <= lasker u) by (quarters u; lia). exists [lasker u]. split.
        -- apply leaves_one with (m - lasker u); try lia. rewrite Dk by lia. reflexivity.
        -- simpl. rewrite N.lxor_0_r, IH, lasker_twice by lia. reflexivity.
Qed.

End Lasker.

(** All heaps. *)
Theorem values_of_laskers_code : forall k, G laskers_code (4 * k + 1) = N.of_nat (4 * k + 1) /\
  G laskers_code (4 * k + 2) = N.of_nat (4 * k + 2) /\
  G laskers_code (4 * k + 3) = N.of_nat (4 * k + 4) /\
  G laskers_code (4 * k + 4) = N.of_nat (4 * k + 3).
Proof.
  assert (V : forall m, 1 <= m -> G laskers_code m = N.of_nat (lasker m)).
  { intros m M. apply values_of_lasker with m; [| lia]. split; [reflexivity |].
    intros k K. apply endless_digit. simpl. lia. }
  intro k. rewrite !V by lia. destruct (lasker_at k) as [_ [-> [-> ->]]].
  assert (E : lasker (4 * k + 4) = 4 * k + 3).
  { replace (4 * k + 4) with (4 * (k + 1)) by lia. destruct (lasker_at (k + 1)) as [-> _]. lia. }
  rewrite E. auto.
Qed.
