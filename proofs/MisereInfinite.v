(** * Section 10: Theorem I, infinite quotients

    Beside many heaps c, q of them and p heaps d may be left out together; beside fewer, p heaps d
    alone, but not always where there are few heaps d. Then no two of infinitely many positions of
    heaps d are indistinguishable. *)

From Coq Require Import Arith Bool FinFun List Permutation Lia.
From Octal Require Import Octal SpragueGrundy Misere.
Import ListNotations.

Definition same_outcome (C : rules) (X Y : position) : Prop := misere_P C X <-> misere_P C Y.

(** Positions u without c, of heaps below d. *)
Definition others (c d : nat) : position -> Prop := over (fun n => 1 <= n < d /\ n <> c).

(** (u, a, b): beside u, a heaps c and b heaps d. *)
Definition triple (c d : nat) (u : position) (a b : nat) : position :=
  u ++ repeat c a ++ repeat d b.

(** How many heaps c there are. *)
Definition copies (c : nat) (X : position) : nat := count_occ Nat.eq_dec X c.

(** The hypotheses of Theorem I but for I4, with its letters. *)
Record exchange (C : rules) (c d q p alpha K1 K0 B : nat) : Prop := {
  c_below_d : 1 <= c < d;
  d_is_live : live C d;
  adds_at_most : forall n parts, 1 <= n <= d -> leaves C n parts -> copies c parts <= q;
  p_positive : 1 <= p;
  alpha_above : q < alpha;
  K_ascend : p <= K1 <= K0;
  B_enough : K0 + p <= B;
  I1 : forall u a b, others c d u -> alpha <= a -> K1 <= b <= B ->
    same_outcome C (triple c d u a b) (triple c d u (a - q) (b - p));
  I2 : forall u a b, others c d u -> a < alpha -> K0 <= b <= B ->
    same_outcome C (triple c d u a b) (triple c d u a (b - p));
  I3 : forall u b, others c d u -> K0 - p <= b < K0 ->
    same_outcome C (triple c d u (alpha - 1) b) (triple c d u (alpha - 1 - q) b) }.

(** I4: p heaps d more make a difference somewhere. *)
Definition I4 (C : rules) (c d q p alpha K1 : nat) (v : position) (a b : nat) : Prop :=
  others c d v /\ alpha - q <= a < alpha /\ K1 - p <= b /\
  ~ same_outcome C (triple c d v a b) (triple c d v a (b + p)).

(** ** Outcomes are determined *)

Lemma misere_dec : forall C X, misere_P C X \/ misere_N C X.
Proof.
  intros C X. remember (weight X) as w eqn:W. revert X W.
  induction w as [w IH] using lt_wf_ind. intros X W. subst w.
  destruct (can_move_dec C X) as [A | S]; [| right; apply misere_wins_by_none, S].
  assert (D : forall l, (forall Y, In Y l -> move C X Y) ->
    (exists Y, In Y l /\ misere_P C Y) \/ forall Y, In Y l -> misere_N C Y).
  { induction l as [| Y l IHl]; intro M; [right; intros Y [] |].
    destruct (IH (weight Y)) with Y as [P | N]; auto.
    - apply weight_of_move with C, M. left. reflexivity.
    - left. exists Y. split; [left; reflexivity | exact P].
    - destruct IHl as [[Z [I P]] | A']; [intros Z I; apply M; right; exact I | left | right].
      + exists Z. split; [right; exact I | exact P].
      + intros Z [<- | I]; auto. }
  destruct (D (followers C X)) as [[Y [I P]] | A'].
  - intros Y I. apply followers_are_moves, I.
  - right. apply misere_wins_by with Y; [apply followers_are_moves, I | exact P].
  - left. apply misere_loses; [exact A |]. intros Y M. apply A', followers_are_moves, M.
Qed.

Lemma misere_N_iff : forall C X, misere_N C X <-> ~ misere_P C X.
Proof.
  intros C X. split; [intros N P; apply misere_not_both with C X; assumption |].
  intro F. destruct (misere_dec C X); [contradiction | assumption].
Qed.

Lemma same_permutation : forall C X Y, Permutation X Y -> same_outcome C X Y.
Proof.
  intros C X Y P. split; apply misere_of_permutation; [| apply Permutation_sym]; exact P.
Qed.

Lemma same_trans : forall C X Y Z, same_outcome C X Y -> same_outcome C Y Z -> same_outcome C X Z.
Proof. unfold same_outcome. intros. tauto. Qed.

Lemma same_sym : forall C X Y, same_outcome C X Y -> same_outcome C Y X.
Proof. unfold same_outcome. intros. tauto. Qed.

(** ** Counting heaps *)

Lemma copies_app : forall c X Y, copies c (X ++ Y) = copies c X + copies c Y.
Proof. intros. apply count_occ_app. Qed.

Lemma copies_repeat : forall c n a, copies c (repeat n a) = if Nat.eq_dec n c then a else 0.
Proof.
  intros c n a. induction a as [| a IH]; simpl; [destruct (Nat.eq_dec n c); reflexivity |].
  unfold copies in *. simpl. rewrite IH. destruct (Nat.eq_dec n c); reflexivity.
Qed.

Lemma by_copies : forall X Y, (forall n, copies n X = copies n Y) -> Permutation X Y.
Proof. intros X Y E. apply (Permutation_count_occ Nat.eq_dec). exact E. Qed.

(** The parts of a move that are no heaps c. *)
Definition no_c (c : nat) (X : position) : position := filter (fun n => negb (n =? c)) X.

Lemma copies_split : forall c X n, copies n X = copies n (no_c c X) + copies n (repeat c (copies c X)).
Proof.
  intros c X n. rewrite copies_repeat. unfold copies. induction X as [| m X IH]; simpl.
  - destruct (Nat.eq_dec c n); reflexivity.
  - destruct (Nat.eqb_spec m c) as [-> | F]; simpl.
    + destruct (Nat.eq_dec c c) as [_ | F]; [| contradiction].
      destruct (Nat.eq_dec c n) as [-> | F]; rewrite IH; lia.
    + destruct (Nat.eq_dec m c); [contradiction |].
      destruct (Nat.eq_dec m n) as [-> | G], (Nat.eq_dec c n); subst; rewrite IH; lia.
Qed.

Lemma weight_permutation : forall X Y, Permutation X Y -> weight X = weight Y.
Proof. intros X Y P. induction P; simpl; lia. Qed.

Lemma weight_repeat : forall n a, weight (repeat n a) = a * (2 * n - 1).
Proof. intros n a. induction a as [| a IH]; simpl in *; lia. Qed.

Lemma weight_triple : forall c d u a b,
  weight (triple c d u a b) = weight u + a * (2 * c - 1) + b * (2 * d - 1).
Proof. intros. unfold triple. rewrite !weight_app, !weight_repeat. lia. Qed.

Lemma triple_lighter : forall c d u a b a' b', a' <= a -> b' <= b ->
  weight (triple c d u a' b') <= weight (triple c d u a b).
Proof.
  intros c d u a b a' b' A B. rewrite !weight_triple.
  pose proof (Nat.mul_le_mono_r a' a (2 * c - 1) A).
  pose proof (Nat.mul_le_mono_r b' b (2 * d - 1) B). lia.
Qed.

Lemma parts_below : forall C n parts, leaves C n parts -> Forall (fun m => 1 <= m < n) parts.
Proof. intros C n parts L. destruct L; repeat constructor; lia. Qed.

Section Exchange.

Variables (C : rules) (c d q p alpha K1 K0 B : nat).
Hypothesis hypotheses : exchange C c d q p alpha K1 K0 B.

Notation "<[ u ; a ; b ]>" := (triple c d u a b).
Notation same := (same_outcome C).

(** ** What a move does: it takes away i heaps c and j heaps d, and adds k heaps c *)

Inductive change : position -> nat -> nat -> nat -> position -> Prop :=
| change_of_other : forall A n A' parts, leaves C n parts ->
    change (A ++ n :: A') 0 0 (copies c parts) (A ++ no_c c parts ++ A')
| change_of_c : forall u parts, leaves C c parts ->
    change u 1 0 (copies c parts) (no_c c parts ++ u)
| change_of_d : forall u parts, leaves C d parts ->
    change u 0 1 (copies c parts) (no_c c parts ++ u).

Lemma others_of_parts : forall n parts, n <= d -> leaves C n parts -> others c d (no_c c parts).
Proof.
  intros n parts N L. apply parts_below in L. unfold others, over. rewrite Forall_forall in *.
  intros m I. apply filter_In in I. destruct I as [I E].
  apply negb_true_iff, Nat.eqb_neq in E. specialize (L m I). lia.
Qed.

Lemma change_bounds : forall u i j k u', others c d u -> change u i j k u' ->
  i + j <= 1 /\ k <= q /\ others c d u'.
Proof.
  intros u i j k u' O S. destruct hypotheses as [cd _ add _ _ _ _ _ _ _].
  destruct S as [A n A' parts L | u parts L | u parts L]; (split; [lia |]).
  - apply Forall_app in O. destruct O as [OA O]. inversion O as [| x l Hn OA']. subst.
    split; [apply add with n; [lia | exact L] |].
    apply over_app; [exact OA |]. apply over_app; [| exact OA'].
    apply others_of_parts with n; [lia | exact L].
  - split; [apply add with c; [lia | exact L] |]. apply over_app; [| exact O].
    apply others_of_parts with c; [lia | exact L].
  - split; [apply add with d; [lia | exact L] |]. apply over_app; [| exact O].
    apply others_of_parts with d; [lia | exact L].
Qed.

Local Ltac by_counting parts := apply by_copies; let m := fresh in intro m; unfold triple;
  rewrite !copies_app, (copies_split c parts m), !copies_repeat;
  destruct (Nat.eq_dec c m), (Nat.eq_dec d m); lia.

Lemma move_of_repeat : forall n a Y, move C (repeat n a) Y ->
  exists parts, 1 <= a /\ leaves C n parts /\ Permutation Y (parts ++ repeat n (a - 1)).
Proof.
  intros n a. induction a as [| a IH]; simpl; intros Y M; [inversion M |].
  inversion M as [n' parts X L | n' X Z M']; subst.
  - exists parts. rewrite Nat.sub_0_r. repeat split; auto; lia.
  - destruct (IH Z M') as [parts [G [L P]]]. exists parts. split; [lia |]. split; [exact L |].
    rewrite Nat.sub_0_r. replace a with (S (a - 1)) by lia. simpl. rewrite P.
    apply Permutation_middle.
Qed.

Lemma move_of_app : forall X Z Y, move C (X ++ Z) Y ->
  (exists X', move C X X' /\ Y = X' ++ Z) \/ exists Z', move C Z Z' /\ Y = X ++ Z'.
Proof.
  intro X. induction X as [| n X IH]; simpl; intros Z Y M; [right; exists Y; auto |].
  inversion M as [n' parts X' L | n' X' W M']; subst.
  - left. exists (parts ++ X). split; [apply move_here, L | apply app_assoc].
  - destruct (IH Z W M') as [[X' [N E]] | [Z' [N E]]]; subst.
    + left. exists (n :: X'). split; [apply move_there, N | reflexivity].
    + right. exists Z'. auto.
Qed.

Lemma change_of_move : forall u a b Y, move C <[u; a; b]> Y -> exists i j k u',
  change u i j k u' /\ i <= a /\ j <= b /\ Permutation Y <[u'; a - i + k; b - j]>.
Proof.
  intros u a b Y M. apply move_of_app in M. destruct M as [[X [M ->]] | [X [M ->]]].
  - apply move_inv in M. destruct M as [A [n [A' [parts [L [-> ->]]]]]].
    exists 0, 0, (copies c parts), (A ++ no_c c parts ++ A').
    split; [apply change_of_other, L |]. split; [lia |]. split; [lia |].
    by_counting parts.
  - apply move_of_app in M. destruct M as [[Z [M ->]] | [Z [M ->]]];
      apply move_of_repeat in M; destruct M as [parts [G [L P]]].
    + exists 1, 0, (copies c parts), (no_c c parts ++ u). split; [apply change_of_c, L |].
      split; [lia |]. split; [lia |]. rewrite P.
      by_counting parts.
    + exists 0, 1, (copies c parts), (no_c c parts ++ u). split; [apply change_of_d, L |].
      split; [lia |]. split; [lia |]. rewrite P.
      by_counting parts.
Qed.

Lemma move_of_change : forall u i j k u' a b, change u i j k u' -> i <= a -> j <= b ->
  exists Y, move C <[u; a; b]> Y /\ Permutation Y <[u'; a - i + k; b - j]>.
Proof.
  intros u i j k u' a b S I J. destruct S as [A n A' parts L | u parts L | u parts L].
  - exists ((A ++ parts ++ A') ++ repeat c a ++ repeat d b). split.
    + unfold triple. rewrite <- !app_assoc. simpl. apply move_in, L.
    + by_counting parts.
  - destruct a as [| a]; [lia |]. exists (u ++ parts ++ repeat c a ++ repeat d b). split.
    + unfold triple. simpl. apply move_in, L.
    + by_counting parts.
  - destruct b as [| b]; [lia |]. exists ((u ++ repeat c a) ++ parts ++ repeat d b). split.
    + unfold triple. simpl. rewrite app_assoc. apply move_in, L.
    + by_counting parts.
Qed.

(** Positions with a heap d have the same outcome if their moves do the same, to positions of
    the same outcomes. *)
Lemma same_by_changes_half : forall u a b a2 b2, 1 <= b -> 1 <= b2 -> (1 <= a2 -> 1 <= a) ->
  others c d u ->
  (forall i j k u', change u i j k u' -> i <= a -> i <= a2 ->
    same <[u'; a - i + k; b - j]> <[u'; a2 - i + k; b2 - j]>) ->
  misere_P C <[u; a; b]> -> misere_P C <[u; a2; b2]>.
Proof.
  intros u a b a2 b2 Hb Hb2 Ha O S P. apply misere_loses.
  - destruct (d_is_live _ _ _ _ _ _ _ _ _ hypotheses) as [parts L].
    destruct (move_of_change u 0 1 _ _ a2 b2 (change_of_d u parts L)) as [Y [M _]]; try lia.
    exists Y. exact M.
  - intros Y2 M2. destruct (change_of_move u a2 b2 Y2 M2) as [i [j [k [u' [Ch [I [J Pm]]]]]]].
    destruct (change_bounds u i j k u' O Ch) as [IJ _].
    destruct (move_of_change u i j k u' a b Ch) as [Y [M Pm']]; try lia.
    specialize (S i j k u' Ch ltac:(lia) I).
    apply misere_of_permutation with <[u'; a2 - i + k; b2 - j]>; [apply Permutation_sym, Pm |].
    apply misere_N_iff. intro P2. apply (proj2 S) in P2. revert P2. apply misere_N_iff.
    apply misere_of_permutation with Y; [exact Pm' |].
    inversion P as [X _ A]. subst. apply A, M.
Qed.

Lemma same_by_changes : forall u a b a2 b2, 1 <= b -> 1 <= b2 -> (1 <= a <-> 1 <= a2) ->
  others c d u ->
  (forall i j k u', change u i j k u' -> i <= a -> i <= a2 ->
    same <[u'; a - i + k; b - j]> <[u'; a2 - i + k; b2 - j]>) ->
  same <[u; a; b]> <[u; a2; b2]>.
Proof.
  intros u a b a2 b2 Hb Hb2 Ha O S.
  split; apply same_by_changes_half; auto; try tauto.
  intros i j k u' Ch I I2. apply same_sym, S; assumption.
Qed.

(** ** The induction *)

Definition I1_and_I2 (w : nat) : Prop := forall u a b, weight <[u; a; b]> < w -> others c d u ->
  (alpha <= a -> K1 <= b -> same <[u; a; b]> <[u; a - q; b - p]>) /\
  (a < alpha -> K0 <= b -> same <[u; a; b]> <[u; a; b - p]>).

(** I2 brings b below K0. *)
Lemma brought_down : forall w, I1_and_I2 w -> forall b, K0 - p <= b ->
  exists b', K0 - p <= b' < K0 /\ forall u a, others c d u -> a < alpha ->
    weight <[u; a; b]> < w -> same <[u; a; b]> <[u; a; b']>.
Proof.
  intros w IH b. pose proof (p_positive _ _ _ _ _ _ _ _ _ hypotheses).
  pose proof (K_ascend _ _ _ _ _ _ _ _ _ hypotheses).
  induction b as [b IHb] using lt_wf_ind. intro L.
  destruct (le_lt_dec K0 b) as [G | G].
  - destruct (IHb (b - p)) as [b' [R S]]; try lia. exists b'. split; [exact R |].
    intros u a O A W. apply same_trans with <[u; a; b - p]>; [apply IH; assumption |].
    apply S; auto. pose proof (triple_lighter c d u a b a (b - p)). lia.
  - exists b. split; [lia |]. intros. split; auto.
Qed.

Lemma induction_step : forall w, I1_and_I2 w -> I1_and_I2 (S w).
Proof.
  intros w IH u a b W O. pose proof hypotheses as H.
  destruct H as [cd dl add p1 aq K BB i1 i2 i3].
  destruct (le_lt_dec b B) as [Small | Large].
  { split; intros; [apply i1 | apply i2]; auto; lia. }
  (* What a move leads to is lighter, and so is what has fewer heaps. *)
  assert (lighter : forall i j k u' a' b', change u i j k u' -> i <= a -> a' <= a - i + k ->
    b' <= b - j -> weight <[u'; a'; b']> < w).
  { intros i j k u' a' b' Ch I A' B'. destruct (change_bounds u i j k u' O Ch) as [IJ _].
    destruct (move_of_change u i j k u' a b Ch I ltac:(lia)) as [Y [M P]].
    apply weight_of_move in M. apply weight_permutation in P.
    pose proof (triple_lighter c d u' (a - i + k) (b - j) a' b' A' B'). lia. }
  split; intros A _.
  - apply same_by_changes; auto; try lia. intros i j k u' Ch I _.
    destruct (change_bounds u i j k u' O Ch) as [IJ [kq O']].
    set (a' := a - i + k). set (b' := b - j).
    replace (a - q - i + k) with (a' - q) by (unfold a'; lia).
    replace (b - p - j) with (b' - p) by (unfold b'; lia).
    assert (light : forall a1 b1, a1 <= a' -> b1 <= b' -> weight <[u'; a1; b1]> < w).
    { intros a1 b1 LA LB. apply (lighter i j k u' a1 b1 Ch I); assumption. }
    destruct (le_lt_dec alpha a') as [Many | Few].
    + apply IH; auto; lia.
    + assert (E : a' = alpha - 1) by (unfold a' in *; lia).
      assert (E' : a' - q = alpha - 1 - q) by lia.
      apply same_trans with <[u'; a'; b' - p]>; [apply IH; auto; lia |].
      destruct (brought_down w IH (b' - p)) as [b2 [R S]]; [lia |].
      apply same_trans with <[u'; a'; b2]>; [apply S; auto; apply light; lia |].
      apply same_trans with <[u'; a' - q; b2]>.
      * rewrite E', E. apply i3; auto.
      * apply same_sym, S; auto; [lia |]. apply light; lia.
  - apply same_by_changes; auto; try lia. intros i j k u' Ch I _.
    destruct (change_bounds u i j k u' O Ch) as [IJ [kq O']].
    set (a' := a - i + k). set (b' := b - j).
    replace (b - p - j) with (b' - p) by (unfold b'; lia).
    assert (light : forall a1 b1, a1 <= a' -> b1 <= b' -> weight <[u'; a1; b1]> < w).
    { intros a1 b1 LA LB. apply (lighter i j k u' a1 b1 Ch I); assumption. }
    destruct (le_lt_dec alpha a') as [Many | Few].
    + assert (L : a' - q < alpha) by (unfold a'; lia).
      apply same_trans with <[u'; a' - q; b' - p]>; [apply IH; auto; lia |].
      apply same_trans with <[u'; a' - q; b' - p - p]>.
      * apply IH; auto; try (apply light; lia). lia.
      * apply same_sym. apply IH; auto; try (apply light; lia). lia.
    + apply IH; auto; lia.
Qed.

Lemma for_all_weights : forall w, I1_and_I2 w.
Proof.
  induction w as [| w IH]; [intros u a b W; lia | apply induction_step, IH].
Qed.

Theorem I1_for_all : forall u a b, others c d u -> alpha <= a -> K1 <= b ->
  same <[u; a; b]> <[u; a - q; b - p]>.
Proof. intros u a b O A L. apply (for_all_weights (S (weight <[u; a; b]>))); auto. Qed.

Theorem I2_for_all : forall u a b, others c d u -> a < alpha -> K0 <= b ->
  same <[u; a; b]> <[u; a; b - p]>.
Proof. intros u a b O A L. apply (for_all_weights (S (weight <[u; a; b]>))); auto. Qed.

(** ** Infinitely many positions *)

(** The last change of a sequence that becomes constant. *)
Lemma last_change : forall (S : nat -> Prop) n, (forall l, S l \/ ~ S l) -> ~ (S 0 <-> S 1) ->
  (forall l, n <= l -> (S l <-> S (l + 1))) -> exists m, forall l, m < l -> ~ (S m <-> S l).
Proof.
  intros S n D F. induction n as [| n IH]; intro E.
  - exfalso. apply F, (E 0). lia.
  - assert (later : forall l, n < l -> (S l <-> S (n + 1))).
    { intros l L. induction L as [| l L IHL]; [replace (Datatypes.S n) with (n + 1) by lia; tauto |].
      specialize (E l ltac:(lia)). replace (Datatypes.S l) with (l + 1) by lia. tauto. }
    destruct (D n) as [Pn | Pn], (D (n + 1)) as [Pm | Pm].
    + apply IH. intros l L. destruct (Nat.eq_dec l n) as [-> | G]; [tauto | apply E; lia].
    + exists n. intros l L. specialize (later l L). tauto.
    + exists n. intros l L. specialize (later l L). tauto.
    + apply IH. intros l L. destruct (Nat.eq_dec l n) as [-> | G]; [tauto | apply E; lia].
Qed.

Variables (v : position) (a b : nat).
Hypothesis i4 : I4 C c d q p alpha K1 v a b.

Lemma I1_many_times : forall j l,
  same <[v; a + j * q; b + (j + l) * p]> <[v; a; b + l * p]>.
Proof.
  intros j l. destruct i4 as [O [A [L _]]]. pose proof (K_ascend _ _ _ _ _ _ _ _ _ hypotheses).
  induction j as [| j IH]; simpl.
  - rewrite Nat.add_0_r. split; auto.
  - apply same_trans with (2 := IH).
    replace (a + j * q) with (a + (q + j * q) - q) by lia.
    replace (b + (j + l) * p) with (b + (p + (j + l) * p) - p) by lia.
    apply I1_for_all; auto; lia.
Qed.

(** Beside other heaps that H has, no two of these positions have the same outcome. *)
Theorem outcomes_differ : exists m, forall i i', i < i' -> exists Z, over (up_to d) Z /\
  ~ same (repeat d (b + (m + i) * p) ++ Z) (repeat d (b + (m + i') * p) ++ Z).
Proof.
  destruct i4 as [O [A [L F]]]. pose proof (p_positive _ _ _ _ _ _ _ _ _ hypotheses) as p1.
  destruct (last_change (fun l => misere_P C <[v; a; b + l * p]>) K0) as [m Hm].
  - intro l. destruct (misere_dec C <[v; a; b + l * p]>) as [P | N]; [left; exact P | right].
    apply misere_N_iff, N.
  - simpl. rewrite !Nat.add_0_r. exact F.
  - intros l G. replace (b + l * p) with (b + (l + 1) * p - p) by lia. apply same_sym.
    apply I2_for_all; [exact O | lia |].
    assert (l + 1 <= (l + 1) * p) by (rewrite <- (Nat.mul_1_r (l + 1)) at 1; apply Nat.mul_le_mono_l, p1).
    lia.
  - exists m. intros i i' I. exists (v ++ repeat c (a + i * q)). split.
    + apply over_app.
      * apply Forall_impl with (2 := O). unfold up_to. intros n N. lia.
      * apply Forall_forall. intros n N. apply repeat_spec in N. subst n.
        pose proof (c_below_d _ _ _ _ _ _ _ _ _ hypotheses). unfold up_to. lia.
    + assert (place : forall n, same (repeat d n ++ v ++ repeat c (a + i * q)) <[v; a + i * q; n]>).
      { intro n. apply same_permutation. unfold triple. rewrite app_assoc, (app_assoc v).
        rewrite <- (app_assoc (repeat d n)). apply Permutation_app_comm. }
      intro E. apply (Hm (m + (i' - i))); [lia |].
      pose proof (I1_many_times i m) as S1. pose proof (I1_many_times i (m + (i' - i))) as S2.
      replace (i + m) with (m + i) in S1 by lia.
      replace (i + (m + (i' - i))) with (m + i') in S2 by lia.
      pose proof (place (b + (m + i) * p)) as P1. pose proof (place (b + (m + i') * p)) as P2.
      unfold same_outcome in *. tauto.
Qed.

Theorem infinite_quotient : forall H : nat -> Prop, (forall n, up_to d n -> H n) ->
  forall Q phi, misere_quotient C H Q phi ->
  ~ exists elements, forall x : element Q, is_in x -> In x elements.
Proof.
  intros H In_H Q phi M [elements E]. destruct outcomes_differ as [m T].
  set (X := fun i => repeat d (b + (m + i) * p)).
  assert (over_H : forall Y, over (up_to d) Y -> over H Y).
  { intros Y O. apply Forall_impl with (2 := O). exact In_H. }
  assert (O : forall i, over H (X i)).
  { intro i. apply over_H, Forall_forall. intros n N. apply repeat_spec in N. subst n.
    pose proof (c_below_d _ _ _ _ _ _ _ _ _ hypotheses). unfold up_to. lia. }
  assert (F : forall i i', i < i' -> Phi Q phi (X i) <> Phi Q phi (X i')).
  { intros i i' L Eq. destruct (T i i' L) as [Z [OZ N]]. apply N.
    apply (proj1 (classes _ _ _ _ M (X i) (X i') (O i) (O i')) Eq). apply over_H, OZ. }
  set (values := map (fun i => Phi Q phi (X i)) (seq 0 (S (length elements)))).
  assert (N : NoDup values).
  { apply Injective_map_NoDup; [| apply seq_NoDup]. intros i i' Eq.
    destruct (lt_eq_lt_dec i i') as [[L | ->] | L]; [| reflexivity |]; exfalso.
    - apply (F i i' L Eq).
    - apply (F i' i L). symmetry. exact Eq. }
  assert (I : incl values elements).
  { intros x Ix. apply in_map_iff in Ix. destruct Ix as [i [<- _]]. apply E.
    apply (Phi_is_in H); [apply M | apply M | apply O]. }
  apply NoDup_incl_length in I; [| exact N].
  unfold values in I. rewrite map_length, seq_length in I. lia.
Qed.

End Exchange.
