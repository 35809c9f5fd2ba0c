(** * The words of Statements.v

    What is defined inductively is what the equivalences of Statements.v say. *)

From Coq Require Import Arith Bool List NArith.
From Octal Require Import Octal SpragueGrundy.
Import ListNotations.

Theorem leaves_iff : forall C n parts, leaves C n parts <->
  exists k, k <= n /\
    ((may_leave (C k) 0 = true /\ 1 <= k /\ n = k /\ parts = []) \/
     (may_leave (C k) 1 = true /\ 1 <= k /\ exists a, 1 <= a /\ n = k + a /\ parts = [a]) \/
     (may_leave (C k) 2 = true /\ exists a b, 1 <= a /\ 1 <= b /\ n = k + a + b /\
        (unequal (C k) = true -> a <> b) /\ parts = [a; b]) \/
     (may_leave (C k) 3 = true /\ exists a b c, 1 <= a /\ 1 <= b /\ 1 <= c /\
        n = k + a + b + c /\ parts = [a; b; c])).
Proof.
  intros C n parts. split.
  - intros [k | k a | k a b | k a b c]; exists k; (split; [subst; auto with arith |]).
    + left. auto.
    + right; left. eauto 6.
    + right; right; left. split; [assumption |]. exists a, b. auto.
    + right; right; right. split; [assumption |]. exists a, b, c. auto.
  - intros [k [_ [[E [K [R P]]] | [[E [K [a [A [R P]]]]] | [[E [a [b [A [B [R [U P]]]]]]] |
      [E [a [b [c [A [B [D [R P]]]]]]]]]]]]]; subst parts.
    + apply leaves_none with k; assumption.
    + apply leaves_one with k; assumption.
    + apply leaves_two with k; assumption.
    + apply leaves_three with k; assumption.
Qed.

Theorem move_iff : forall C X Y, move C X Y <->
  exists A n B parts, leaves C n parts /\ X = A ++ n :: B /\ Y = A ++ parts ++ B.
Proof.
  intros C X Y. split.
  - intro M. induction M as [n parts X L | n X Y M [A [m [B [parts [L [E F]]]]]]].
    + exists [], n, X, parts. auto.
    + exists (n :: A), m, B, parts. subst. auto.
  - intros [A [n [B [parts [L [E F]]]]]]. subst. apply move_app_r, move_here, L.
Qed.

Theorem outcome_N_def : forall C X, outcome_N C X <-> exists Y, move C X Y /\ outcome_P C Y.
Proof.
  intros C X. split.
  - intros [X' Y M P]. exists Y. auto.
  - intros [Y [M P]]. apply wins_by with Y; assumption.
Qed.

Theorem outcome_P_def : forall C X,
  outcome_P C X <-> forall Y, move C X Y -> outcome_N C Y.
Proof.
  intros C X. split.
  - intros [X' H]. exact H.
  - apply wins_by_none.
Qed.
