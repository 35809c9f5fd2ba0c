(** * Section 10: what a checker tests of a misère quotient: V0, V1 and V2

    For the heaps 1, ..., L, and the positions with at most B heaps that count: tests that are run, each
    followed by the proof of what it does. Of a position the value x is kept, how many of its heaps
    count, and the list U of the contexts z that it leaves unanswered: xz is not in P, and no option is
    in P there. *)

From Coq Require Import Arith Bool List NArith Orders Mergesort Permutation Lia.
From Octal Require Import Octal SpragueGrundy Misere MisereClosure MisereWindow Table MisereActions.
Import ListNotations.
Local Open Scope N_scope.

Module Order <: TotalLeBool.
  Definition t := N.
  Definition leb := N.leb.
  Theorem leb_total : forall x y, leb x y = true \/ leb y x = true.
  Proof. intros x y. unfold leb. rewrite !N.leb_le. lia. Qed.
End Order.
Module Sorting := Sort Order.

(** Of two ascending lists: whether the second has all elements of the first. *)
Fixpoint is_part (U V : list N) : bool :=
  match U with
  | [] => true
  | x :: rest => (fix search (V : list N) : bool :=
      match V with
      | [] => false
      | y :: later => if y =? x then is_part rest later else if y <? x then search later else false
      end) V
  end.

Lemma is_part_spec : forall U V, is_part U V = true -> incl U V.
Proof.
  induction U as [| x U IH]; intros V; [intros _ z [] |].
  induction V as [| y V IHV]; simpl; [discriminate |].
  destruct (N.eqb_spec y x) as [-> | D]; [| destruct (y <? x); [| discriminate]].
  - intros A z [<- | I]; [left; reflexivity | right; apply (IH V A), I].
  - intros A z I. right. apply (IHV A), I.
Qed.

(** How many heaps count, and the unanswered contexts; before it, a value. *)
Definition pair := (nat * list N)%type.
Definition item := (N * pair)%type.

(** A heap, the contexts that it answers, and for each y the z with phi(n)z = y. *)
Record type := Type_of { heap : nat; answered_at : table bool; sources : table (list N) }.

(** For each value the pairs whose extensions have been added, and those whose have not. *)
Definition pairs := table (list pair * list pair).

Section Tests.

Variables (C : code) (L : nat) (order : N) (actions : list (table N)) (words : table (list nat)).
Variables (P : table bool) (phi : nat -> N) (counted : nat -> bool) (B : nat).
(** For each heap its multiples; the values of positions with at most B heaps that count, and of
    those beside which one more may stand. *)
Variables (rows : table (table N)) (enough fewer : table bool).

Notation Q := (monoid_of order actions words P).
Notation product := (product actions words).
Notation count := (count counted).
Definition depth : nat := depth_for order.
Definition vector {A} (f : N -> A) : table A := tabulate depth f.

(** Multiplication by x, when it is done more than once. *)
Definition multiply (x : N) : N -> N :=
  let acts := map (fun i => nth i actions (leaf 0)) (word words x) in
  fun z => fold_right (fun t y => get t y) z acts.

Definition row (n : nat) (z : N) : N := get (get rows (N.of_nat n)) z.
Definition value (parts : list nat) (z : N) : N := fold_right row z parts.

(** ** The tests *)

(** Options of n, of each value one. *)
Definition options_by_value (n : nat) : list (N * list nat) :=
  fold_left (fun (kept : list (N * list nat)) parts => let t := value parts 0 in
    if some_of (fun o => fst o =? t) kept then kept else (t, parts) :: kept) (options C n) [].

(** The contexts that heap n answers. *)
Definition answers (n : nat) : table bool :=
  let kept := options_by_value n in
  vector (fun z : N => some_of (fun o => get P (value (snd o) z)) kept).

Definition is_live (n : nat) : bool := match options C n with [] => false | _ => true end.

Definition live_heaps : list (nat * table bool) :=
  map (fun n => (n, answers n)) (filter is_live (seq 1 L)).

Definition heaps_accepted : bool :=
  all_of (fun n => (phi n <? order) && (is_live n || (phi n =? 0))) (seq 1 L).

Definition beside (n : nat) : table bool := if counted n then fewer else enough.

Definition V1_accepted (heaps : list (nat * table bool)) : bool :=
  let elements := below order in
  all_of (fun h : nat * table bool => all_of (fun z : N =>
    if get (snd h) z then if get (beside (fst h)) z then negb (get P (row (fst h) z)) else true
    else true) elements) heaps.

(** A heap of the same value that answers less, and counts no more, makes less of all positions. *)
Definition is_less (elements : list N) (g h : nat * table bool) : bool :=
  (phi (fst g) =? phi (fst h)) && Nat.leb (count (fst g)) (count (fst h)) &&
  all_of (fun z : N => if get (snd g) z then get (snd h) z else true) elements.

Definition least_heaps (heaps : list (nat * table bool)) : list (nat * table bool) :=
  let elements := below order in
  fold_left (fun (kept : list (nat * table bool)) h => if some_of (fun g => is_less elements g h) kept then kept else kept ++ [h])
    heaps [].

Definition sources_of (n : nat) (elements : list N) : table (list N) :=
  fold_right (fun z t => let y := row n z in set t y (z :: get t y)) (vector (fun _ => [])) elements.

Definition types (heaps : list (nat * table bool)) : list type :=
  let elements := below order in
  map (fun h : nat * table bool => Type_of (fst h) (snd h) (sources_of (fst h) elements)) (least_heaps heaps).

Definition start (elements : list N) (h : type) : list item :=
  let n := heap h in
  if Nat.leb (count n) B then
    [(phi n, (count n, filter (fun z => negb (get P (row n z)) && negb (get (answered_at h) z))
      elements))]
  else [].

(** One heap more beside a position of value x. *)
Definition extend (x : N) (times_x : N -> N) (p : pair) (h : type) : list item :=
  let n := heap h in let b := (fst p + count n)%nat in
  if Nat.leb b B then
    [(row n x, (b, filter (fun z => negb (get (answered_at h) (times_x z)))
      (Sorting.sort (flat_map (fun y => get (sources h) y) (snd p)))))]
  else [].

Definition extensions (ts : list type) (x : N) (ps : list pair) : list item :=
  let times_x := multiply x in flat_map (fun p => flat_map (extend x times_x p) ts) ps.

(** A pair above another one fails V2 wherever that does. *)
Definition is_above (p q : pair) : bool := if Nat.leb (fst p) (fst q) then is_part (snd q) (snd p) else false.

(** A pair is added if it has unanswered contexts and none is above it; what is below it is taken
    out. Beside nothing, V2 asks for an answer. *)
Definition add (s : option (pairs * list N * list N)) (r : item) : option (pairs * list N * list N) :=
  match s with
  | None => None
  | Some (t, front, back) =>
    let (x, p) := r in
    match snd p with
    | [] => s
    | _ =>
      let (done, fresh) := get t x in
      if some_of (fun q => is_above q p) fresh then s
      else if some_of (fun q => is_above q p) done then s
      else if some_of (N.eqb 0) (snd p) then None
      else
        let rest := filter (fun q => negb (is_above p q)) in
        let t' := set t x (rest done, p :: rest fresh) in
        match fresh with [] => Some (t', front, x :: back) | _ => Some (t', front, back) end
    end
  end.

Fixpoint close (steps : nat) (ts : list type) (s : option (pairs * list N * list N)) : option pairs :=
  match steps, s with
  | S later, Some (t, x :: front, back) =>
    let (done, fresh) := get t x in
    if x <? order then
      close later ts (fold_left add (extensions ts x fresh)
        (Some (set t x (fresh ++ done, []), front, back)))
    else None
  | S later, Some (t, [], y :: back) => close later ts (Some (t, rev (y :: back), []))
  | S _, Some (t, [], []) => Some t
  | _, _ => None
  end.

Definition is_closed (t : pairs) : bool :=
  all_below order (fun x => match snd (get t x) with [] => true | _ => false end).

Definition V2_accepted (steps : nat) (ts : list type) : bool :=
  let elements := below order in
  match close steps ts (fold_left add (flat_map (start elements) ts)
    (Some (vector (fun _ => ([], [])), [], []))) with
  | Some t => is_closed t
  | None => false
  end.

(** ** What the tests show *)

Hypothesis accepted : actions_accepted order actions words = true.
Hypothesis heaps : heaps_accepted = true.
Hypothesis rows_right : forall n z, up_to L n -> z < order -> row n z = product (phi n) z.

Let monoid : commutative_monoid Q := monoid_of_actions order actions words accepted P.

Lemma in_depth : forall x, x < order -> x < 2 ^ N.of_nat depth.
Proof. intros x X. apply depth_enough, X. Qed.

Lemma get_vector : forall A (f : N -> A) z, z < order -> get (vector f) z = f z.
Proof. intros A f z Z. apply get_tabulate, in_depth, Z. Qed.

Lemma multiply_spec : forall x z, multiply x z = product x z.
Proof.
  intros x z. unfold multiply, MisereActions.product, act_word.
  induction (word words x) as [| i w IH]; simpl; [reflexivity |]. rewrite IH. reflexivity.
Qed.

Lemma is_live_iff : forall n, is_live n = true <-> live C n.
Proof.
  intro n. unfold is_live, live. destruct (options C n) as [| parts l] eqn:E; split; auto.
  - discriminate.
  - intros [parts M]. apply options_are_leaves in M. rewrite E in M. destruct M.
  - intros _. exists parts. apply options_are_leaves. rewrite E. left. reflexivity.
Qed.

Lemma heap_accepted : forall n, up_to L n -> phi n < order /\ (live C n \/ phi n = 0).
Proof.
  intros n U. assert (H := all_of_spec _ _ _ heaps n). rewrite in_seq, andb_true_iff, orb_true_iff,
    is_live_iff, N.ltb_lt, N.eqb_eq in H. unfold up_to in U. apply H. lia.
Qed.

Lemma phi_below : forall n, up_to L n -> phi n < order.
Proof. intros n U. apply heap_accepted, U. Qed.

Lemma Phi_below : forall X, over (up_to L) X -> Phi Q phi X < order.
Proof. exact (Phi_is_in (up_to L) Q phi monoid phi_below). Qed.

Lemma zero_below : 0 < order.
Proof. exact (one_is_in Q monoid). Qed.

Lemma product_in : forall x y, x < order -> y < order -> product x y < order.
Proof. exact (times_is_in Q monoid). Qed.

Lemma value_spec : forall parts z, over (up_to L) parts -> z < order ->
  value parts z = product (Phi Q phi parts) z.
Proof.
  intros parts z O Z. induction O as [| n X Hn O IH].
  - symmetry. exact (times_one Q monoid z Z).
  - change (value (n :: X) z) with (row n (value X z)). rewrite IH. pose proof (Phi_below X O) as F.
    rewrite rows_right by auto using product_in.
    exact (times_assoc Q monoid (phi n) (Phi Q phi X) z (phi_below n Hn) F Z).
Qed.

Lemma options_by_value_spec : forall n, up_to L n ->
  (forall o, In o (options_by_value n) -> leaves C n (snd o)) /\
  forall parts, leaves C n parts -> exists o, In o (options_by_value n) /\
    Phi Q phi (snd o) = Phi Q phi parts.
Proof.
  intros n U. unfold options_by_value.
  set (step := fun kept parts => _).
  assert (V : forall parts, leaves C n parts -> value parts 0 = Phi Q phi parts).
  { intros parts M. assert (O := closed_up_to C L n parts U M).
    rewrite value_spec by (auto using zero_below).
    transitivity (product 0 (Phi Q phi parts)).
    - exact (times_comm Q monoid _ _ (Phi_below parts O) zero_below).
    - exact (times_one Q monoid _ (Phi_below parts O)). }
  assert (G : forall l kept, (forall parts, In parts l -> leaves C n parts) ->
    (forall o, In o kept -> leaves C n (snd o) /\ fst o = value (snd o) 0) ->
    (forall o, In o (fold_left step l kept) -> leaves C n (snd o)) /\
    (forall o, In o kept -> In o (fold_left step l kept)) /\
    forall parts, In parts l -> exists o, In o (fold_left step l kept) /\
      Phi Q phi (snd o) = Phi Q phi parts).
  { induction l as [| parts l IH]; intros kept Hl Hk; simpl.
    - split; [intros o I; apply Hk, I |]. split; [auto | intros parts []].
    - destruct (IH (step kept parts)) as [A [A' D]].
      + intros q I. apply Hl. right. exact I.
      + intros o I. unfold step in I. destruct (some_of _ kept); [apply Hk, I |].
        destruct I as [<- | I]; [| apply Hk, I]. simpl. split; [apply Hl; left |]; reflexivity.
      + split; [exact A |]. split.
        * intros o I. apply A'. unfold step. destruct (some_of _ kept); [exact I | right; exact I].
        * intros q [<- | I]; [| apply D, I]. destruct (some_of (fun o => fst o =? value parts 0) kept) eqn:E.
          -- apply some_of_spec in E. destruct E as [o [I E]]. apply N.eqb_eq in E.
             destruct (Hk o I) as [M F]. exists o. split.
             ++ apply A'. unfold step. destruct (some_of _ kept); [exact I | right; exact I].
             ++ rewrite <- (V _ M), <- F, E. apply V, Hl. left. reflexivity.
          -- exists (value parts 0, parts). split; [| reflexivity]. apply A'. unfold step.
             rewrite E. left. reflexivity. }
  destruct (G (options C n) []) as [A [_ D]].
  - intros parts I. apply options_are_leaves, I.
  - intros o [].
  - split; [exact A |]. intros parts M. apply D, options_are_leaves, M.
Qed.

Lemma answers_iff : forall n z, up_to L n -> z < order ->
  (get (answers n) z = true <->
   exists parts, leaves C n parts /\ get P (product (Phi Q phi parts) z) = true).
Proof.
  intros n z U Z. unfold answers. rewrite get_vector, some_of_spec by exact Z.
  destruct (options_by_value_spec n U) as [A D]. split.
  - intros [o [I E]]. exists (snd o). split; [apply A, I |].
    rewrite <- value_spec; auto. apply (closed_up_to C L n), A; auto.
  - intros [parts [M E]]. destruct (D parts M) as [o [I F]]. exists o. split; [exact I |].
    rewrite value_spec, F; auto. apply (closed_up_to C L n), A; auto.
Qed.

Lemma answered_by_iff : forall n x z, up_to L n -> x < order -> z < order ->
  (answered_by C Q phi n x z <-> get (answers n) (product x z) = true).
Proof.
  intros n x z Hn X Z. rewrite answers_iff by auto using product_in. unfold answered_by.
  assert (E : forall parts, leaves C n parts -> product (product x (Phi Q phi parts)) z =
    product (Phi Q phi parts) (product x z)).
  { intros parts M. assert (F := Phi_below parts (closed_up_to C L n parts Hn M)).
    transitivity (product (product (Phi Q phi parts) x) z).
    - f_equal. exact (times_comm Q monoid _ _ X F).
    - symmetry. exact (times_assoc Q monoid _ _ _ F X Z). }
  split; intros [parts [M F]]; exists parts; (split; [exact M |]).
  - rewrite <- E by exact M. exact F.
  - rewrite <- E in F by exact M. exact F.
Qed.

Theorem V0_holds : get P 0 = false -> V0 C (up_to L) Q phi.
Proof.
  intro Z. split; [exact Z |]. intros n U D. destruct (heap_accepted n U) as [_ [H | H]];
    [contradiction | exact H].
Qed.

(** V1 beside all elements that the tables have. *)
Theorem V1_holds : V1_accepted live_heaps = true -> forall n parts x, up_to L n ->
  leaves C n parts -> x < order -> get (beside n) x = true ->
  ~ (get P (product x (phi n)) = true /\ get P (product x (Phi Q phi parts)) = true).
Proof.
  intros A n parts x U M X S [E F].
  assert (I : In (n, answers n) live_heaps).
  { apply in_map_iff. exists n. split; [reflexivity |]. apply filter_In.
    split; [apply in_seq; unfold up_to in U; lia | apply is_live_iff; exists parts; exact M]. }
  assert (D := all_of_spec _ _ _ (all_of_spec _ _ _ A _ I) x (proj2 (in_below order x) X)).
  cbv beta in D. simpl fst in D. simpl snd in D.
  assert (Pb := Phi_below parts (closed_up_to C L n parts U M)).
  assert (T : get (answers n) x = true).
  { apply answers_iff; auto. exists parts. split; [exact M |]. rewrite <- F. f_equal.
    exact (times_comm Q monoid _ _ Pb X). }
  assert (Co : product (phi n) x = product x (phi n)) by
    exact (times_comm Q monoid _ _ (phi_below n U) X).
  rewrite T, S, rows_right, Co, E in D by assumption. discriminate D.
Qed.

(** ** Lemma C *)

Lemma least_heaps_spec : forall hs,
  (forall h, In h (least_heaps hs) -> In h hs) /\
  forall h, In h hs -> exists g, In g (least_heaps hs) /\ phi (fst g) = phi (fst h) /\
    (count (fst g) <= count (fst h))%nat /\
    forall z, z < order -> get (snd g) z = true -> get (snd h) z = true.
Proof.
  intro hs. unfold least_heaps. set (step := fun kept h => _).
  assert (G : forall l kept, (forall h, In h (fold_left step l kept) -> In h kept \/ In h l) /\
    (forall h, In h kept -> In h (fold_left step l kept)) /\
    forall h, In h l -> exists g, In g (fold_left step l kept) /\ phi (fst g) = phi (fst h) /\
      (count (fst g) <= count (fst h))%nat /\
      forall z, z < order -> get (snd g) z = true -> get (snd h) z = true).
  { induction l as [| h l IH]; intro kept; simpl.
    - split; [auto |]. split; [auto | intros h []].
    - destruct (IH (step kept h)) as [A [A' D]].
      assert (K : forall g, In g kept -> In g (step kept h)).
      { intros g I. unfold step. destruct (some_of _ kept); [exact I | apply in_app_iff; auto]. }
      split; [| split].
      + intros g I. destruct (A g I) as [J | J]; [| auto]. unfold step in J.
        destruct (some_of _ kept); [auto |]. apply in_app_iff in J. simpl in J. tauto.
      + auto.
      + intros g [<- | I]; [| apply D, I].
        destruct (some_of (fun g => is_less (below order) g h) kept) eqn:E.
        * apply some_of_spec in E. destruct E as [g [I E]]. exists g. split; [auto |].
          unfold is_less in E. rewrite !andb_true_iff in E. destruct E as [[E1 E2] E3].
          apply N.eqb_eq in E1. apply Nat.leb_le in E2. split; [exact E1 |]. split; [exact E2 |].
          intros z Z T. assert (F := all_of_spec _ _ _ E3 z (proj2 (in_below order z) Z)).
          cbv beta in F. rewrite T in F. exact F.
        * exists h. split; [| auto]. apply A'. unfold step. rewrite E. apply in_app_iff.
          right. left. reflexivity. }
  destruct (G hs []) as [A [_ D]]. split; [| exact D].
  intros h I. destruct (A h I) as [[] | J]. exact J.
Qed.

Lemma sources_spec : forall n z, up_to L n -> z < order ->
  In z (get (sources_of n (below order)) (row n z)).
Proof.
  intros n z U Z. unfold sources_of. set (step := fun z t => _).
  assert (row_in : forall y, y < order -> row n y < order).
  { intros y Y. rewrite rows_right by assumption. apply product_in; auto using phi_below. }
  assert (G : forall l, (forall y, In y l -> y < order) ->
    is_full depth (fold_right step (vector (fun _ => [])) l) /\
    forall y, In y l -> In y (get (fold_right step (vector (fun _ => [])) l) (row n y))).
  { induction l as [| x l IH]; intro H; simpl.
    - split; [apply tabulate_full | intros y []].
    - destruct IH as [F I]; [intros y J; apply H; right; exact J |].
      assert (X : x < order) by (apply H; left; reflexivity).
      set (t := fold_right step (vector (fun _ => [])) l) in *. unfold step at 1 2.
      split; [apply set_full, F |]. intros y J.
      assert (Y : y < order) by (apply H; exact J).
      rewrite (get_set _ depth) by (auto using in_depth).
      destruct (N.eqb_spec (row n x) (row n y)) as [E | E].
      + destruct J as [<- | J]; [left; reflexivity | right]. rewrite E. apply I, J.
      + destruct J as [<- | J]; [contradiction | apply I, J]. }
  apply G; [intros y I; apply in_below, I | apply in_below, Z].
Qed.

Section Closed.

Variable ts : list type.
Hypothesis ts_right : ts = types live_heaps.

Lemma type_for : forall n, up_to L n -> live C n -> exists h, In h ts /\ up_to L (heap h) /\
  phi (heap h) = phi n /\ (count (heap h) <= count n)%nat /\
  (forall z, z < order -> get (answered_at h) z = true -> get (answers n) z = true) /\
  forall z, z < order -> In z (get (sources h) (row (heap h) z)).
Proof.
  intros n U Li. destruct (least_heaps_spec live_heaps) as [A D].
  destruct (D (n, answers n)) as [g [I [E [K S]]]].
  { apply in_map_iff. exists n. split; [reflexivity |]. apply filter_In.
    split; [apply in_seq; unfold up_to in U; lia | apply is_live_iff, Li]. }
  assert (J := A g I). apply in_map_iff in J. destruct J as [m [<- J]]. apply filter_In in J.
  destruct J as [J _]. apply in_seq in J. assert (Um : up_to L m) by (unfold up_to; lia).
  exists (Type_of m (answers m) (sources_of m (below order))). subst ts. split.
  - apply in_map_iff. exists (m, answers m). auto.
  - split; [exact Um |]. split; [exact E |]. split; [exact K |]. split; [exact S |].
    intros z Z. apply sources_spec; assumption.
Qed.

Lemma types_up_to : forall h, In h ts -> up_to L (heap h).
Proof.
  intros h Ih. subst ts. apply in_map_iff in Ih. destruct Ih as [g [<- Ig]].
  apply (proj1 (least_heaps_spec _)) in Ig. apply in_map_iff in Ig. destruct Ig as [m [<- Ig]].
  apply filter_In in Ig. destruct Ig as [Ig _]. apply in_seq in Ig. unfold up_to. simpl. lia.
Qed.

Lemma extensions_below : forall x ps r, x < order -> In r (extensions ts x ps) -> fst r < order.
Proof.
  intros x ps r X J. unfold extensions in J. apply in_flat_map in J. destruct J as [p [_ J]].
  apply in_flat_map in J. destruct J as [h [Ih R]]. unfold extend in R.
  destruct (Nat.leb _ B); [| destruct R]. destruct R as [<- | []]. simpl.
  apply types_up_to in Ih. rewrite rows_right by assumption.
  apply product_in; auto using phi_below.
Qed.

Definition members (t : pairs) (x : N) : list pair := fst (get t x) ++ snd (get t x).

Definition covers (t : pairs) (r : item) : Prop :=
  snd (snd r) = [] \/ exists q, In q (members t (fst r)) /\ (fst q <= fst (snd r))%nat /\
    incl (snd (snd r)) (snd q).

Definition required (t : pairs) (r : item) : Prop :=
  In r (flat_map (start (below order)) ts) \/
  exists x q, x < order /\ In q (fst (get t x)) /\ In r (extensions ts x [q]).

(** What is required is covered, or still to be added. *)
Definition good (t : pairs) (E : list item) : Prop := is_full depth t /\
  (forall r, required t r -> covers t r \/ In r E) /\
  forall x q, x < order -> In q (members t x) -> ~ In 0 (snd q).

Lemma is_above_spec : forall p q, is_above p q = true -> (fst p <= fst q)%nat /\ incl (snd q) (snd p).
Proof.
  intros p q. unfold is_above. destruct (Nat.leb_spec (fst p) (fst q)) as [A | A]; [| discriminate].
  intro D. split; [exact A | apply is_part_spec, D].
Qed.

Lemma add_good : forall t f k r E t' f' k', fst r < order -> good t (r :: E) ->
  add (Some (t, f, k)) r = Some (t', f', k') -> good t' E.
Proof.
  intros t f k [x p] E t' f' k' X [Full [Req Zero]] A. simpl in X. unfold add in A.
  assert (skip : covers t (x, p) -> good t E).
  { intro Co. split; [exact Full |]. split; [| exact Zero]. intros r R.
    destruct (Req r R) as [D | [<- | I]]; auto. }
  destruct (snd p) as [| z0 U0] eqn:Ep.
  { injection A as <- _ _. apply skip. left. exact Ep. }
  rewrite <- Ep in A. destruct (get t x) as [done fresh] eqn:Et.
  destruct (some_of (fun q => is_above q p) fresh) eqn:F1.
  { injection A as <- _ _. apply skip. right. apply some_of_spec in F1. destruct F1 as [q [I Ab]].
    apply is_above_spec in Ab. exists q. split; [| exact Ab]. unfold members. simpl. rewrite Et.
    apply in_app_iff. right. exact I. }
  destruct (some_of (fun q => is_above q p) done) eqn:F2.
  { injection A as <- _ _. apply skip. right. apply some_of_spec in F2. destruct F2 as [q [I Ab]].
    apply is_above_spec in Ab. exists q. split; [| exact Ab]. unfold members. simpl. rewrite Et.
    apply in_app_iff. left. exact I. }
  destruct (some_of (N.eqb 0) (snd p)) eqn:F3; [discriminate |].
  set (rest := filter (fun q => negb (is_above p q))) in A.
  assert (Et' : t' = set t x (rest done, p :: rest fresh)).
  { destruct fresh; injection A; auto. }
  clear A. subst t'.
  assert (at_x : forall y, y < order -> get (set t x (rest done, p :: rest fresh)) y =
    if x =? y then (rest done, p :: rest fresh) else get t y).
  { intros y Y. apply (get_set _ depth); auto using in_depth. }
  assert (mine : In p (members (set t x (rest done, p :: rest fresh)) x)).
  { unfold members. rewrite at_x, N.eqb_refl by exact X. apply in_app_iff. right. left. reflexivity. }
  assert (keeps : forall r, fst r < order -> covers t r -> covers (set t x (rest done, p :: rest fresh)) r).
  { intros [y u] Y [N | [q [I Ab]]]; [left; exact N | right]. simpl in *.
    destruct (N.eq_dec x y) as [<- | D].
    - unfold members in I. rewrite Et in I. simpl in I. destruct (is_above p q) eqn:Ap.
      + apply is_above_spec in Ap. exists p. split; [exact mine |].
        split; [lia |]. intros z Z. apply Ap, Ab, Z.
      + exists q. split; [| exact Ab]. unfold members. rewrite at_x, N.eqb_refl by exact X. simpl.
        assert (K : forall l, In q l -> In q (rest l)).
        { intros l J. apply filter_In. split; [exact J |]. rewrite Ap. reflexivity. }
        apply in_app_iff in I. apply in_app_iff. destruct I as [I | I]; [left | right; right]; apply K, I.
    - exists q. split; [| exact Ab]. unfold members. rewrite at_x by exact Y.
      replace (x =? y) with false by (symmetry; apply N.eqb_neq, D). exact I. }
  split; [apply set_full, Full |]. split.
  - intros r R. assert (R' : required t r).
    { destruct R as [R | [y [q [Y [I J]]]]]; [left; exact R | right]. exists y, q.
      split; [exact Y |]. split; [| exact J]. rewrite at_x in I by exact Y.
      destruct (N.eqb_spec x y) as [<- | D]; [| exact I]. rewrite Et. simpl in *.
      apply filter_In in I. apply I. }
    assert (Y : fst r < order).
    { destruct R' as [R' | [y [q [Y [_ J]]]]]; [| apply extensions_below with (2 := J), Y].
      apply in_flat_map in R'. destruct R' as [h [Ih R']]. unfold start in R'.
      destruct (Nat.leb _ B); [| destruct R']. destruct R' as [<- | []]. simpl.
      apply phi_below, types_up_to, Ih. }
    destruct (Req r R') as [D | [<- | I]]; auto.
    left. right. exists p. split; [exact mine |]. split; [auto | apply incl_refl].
  - intros y q Y I. unfold members in I. rewrite at_x in I by exact Y.
    destruct (N.eqb_spec x y) as [<- | D]; [| apply (Zero y); assumption]. simpl in I.
    assert (K : forall l, In q (rest l) -> In q l) by (intros l J; apply filter_In in J; apply J).
    assert (old : In q (done ++ fresh) -> ~ In 0 (snd q)).
    { intro J. apply (Zero x q X). unfold members. rewrite Et. exact J. }
    apply in_app_iff in I. destruct I as [I | [<- | I]].
    + apply old, in_app_iff. auto.
    + intro Z. assert (T : some_of (N.eqb 0) (snd p) = true) by
        (apply some_of_spec; exists 0; auto). congruence.
    + apply old, in_app_iff. auto.
Qed.

Lemma add_none : forall l, fold_left add l None = None.
Proof. induction l as [| r l IH]; simpl; auto. Qed.

Lemma add_all_good : forall l s t' f' k', (forall r, In r l -> fst r < order) ->
  (forall t f k, s = Some (t, f, k) -> good t l) ->
  fold_left add l s = Some (t', f', k') -> good t' [].
Proof.
  induction l as [| r l IH]; intros s t' f' k' Below G A; simpl in A.
  - apply (G t' f' k' A).
  - destruct s as [[[t f] k] |]; [| rewrite add_none in A; discriminate].
    apply (IH (add (Some (t, f, k)) r) t' f' k'); auto.
    + intros q I. apply Below. right. exact I.
    + intros t1 f1 k1 E. apply add_good with t f k r f1 k1; auto.
      * apply Below. left. reflexivity.
      * apply (G t f k). reflexivity.
Qed.

Lemma extensions_app : forall x ps r, In r (extensions ts x ps) ->
  exists p, In p ps /\ In r (extensions ts x [p]).
Proof.
  intros x ps r I. apply in_flat_map in I. destruct I as [p [Ip J]]. exists p.
  split; [exact Ip |]. unfold extensions. simpl. rewrite app_nil_r. exact J.
Qed.

Lemma close_good : forall steps s t', (forall t f k, s = Some (t, f, k) -> good t []) ->
  close steps ts s = Some t' -> good t' [].
Proof.
  induction steps as [| later IH]; intros s t' G A; [discriminate |]. simpl in A.
  destruct s as [[[t [| x f]] k] |]; [| | discriminate].
  - destruct k as [| y k].
    + injection A as <-. apply (G t [] []). reflexivity.
    + apply (IH _ _) with (2 := A). intros t1 f1 k1 E. injection E as <- _ _.
      apply (G t [] (y :: k)). reflexivity.
  - destruct (get t x) as [done fresh] eqn:Et. destruct (N.ltb_spec x order) as [X | X]; [| discriminate].
    apply (IH _ _) with (2 := A). intros t1 f1 k1 E.
    apply add_all_good with (3 := E); [intros r I; apply extensions_below with (2 := I), X |].
    intros t2 f2 k2 E2. injection E2 as <- _ _.
    destruct (G t (x :: f) k eq_refl) as [Full [Req Zero]].
    assert (at_y : forall y, y < order -> get (set t x (fresh ++ done, [])) y =
      if x =? y then (fresh ++ done, []) else get t y).
    { intros y Y. apply (get_set _ depth); auto using in_depth. }
    assert (same : forall y q, y < order ->
      (In q (members (set t x (fresh ++ done, [])) y) <-> In q (members t y))).
    { intros y q Y. unfold members. rewrite at_y by exact Y.
      destruct (N.eqb_spec x y) as [<- | D]; [| tauto]. rewrite Et. simpl.
      rewrite !in_app_iff. simpl. tauto. }
    split; [apply set_full, Full |]. split.
    + intros r R.
      assert (old : required t r -> covers (set t x (fresh ++ done, [])) r \/
        In r (extensions ts x fresh)).
      { intro R'. destruct (Req r R') as [[D | [q [I D]]] | []]; left; [left; exact D | right].
        assert (Y : fst r < order).
        { destruct R' as [R' | [y [q' [Y [_ J]]]]].
          - apply in_flat_map in R'. destruct R' as [h [Ih R']]. unfold start in R'.
            destruct (Nat.leb _ B); [| destruct R']. destruct R' as [<- | []]. simpl.
            apply phi_below, types_up_to, Ih.
          - apply extensions_below with (2 := J), Y. }
        exists q. split; [apply same; assumption | exact D]. }
      destruct R as [R | [y [q [Y [I J]]]]]; [apply old; left; exact R |].
      rewrite at_y in I by exact Y. destruct (N.eqb_spec x y) as [<- | D].
      * simpl in I. apply in_app_iff in I. destruct I as [I | I].
        -- right. apply in_flat_map. exists q. split; [exact I |].
           unfold extensions in J. simpl in J. rewrite app_nil_r in J. exact J.
        -- apply old. right. exists x, q. rewrite Et. auto.
      * apply old. right. exists y, q. auto.
    + intros y q Y I. apply (Zero y q Y), same; assumption.
Qed.

(** The triples of Lemma C: W has the z that U has not and that are not in P beside x. *)
Definition triples (t : pairs) (x : N) (b : nat) (W : N -> Prop) : Prop :=
  exists U, In (b, U) (fst (get t x)) /\
    W = fun z => get P (product x z) = false /\ ~ In z U.

Lemma covered_by : forall t x b U (W : N -> Prop), x < order -> is_closed t = true ->
  covers t (x, (b, U)) ->
  (forall z, z < order -> get P (product x z) = false -> ~ In z U -> W z) ->
  covered Q (triples t) x b W.
Proof.
  intros t x b U W X Cl [E | [q [I [Lb In_U]]]] S; simpl in *.
  - left. intros z Z F. apply S; auto. rewrite E. auto.
  - right. exists (fst q). eexists. split; [| split; [exact Lb |]].
    + exists (snd q). split; [| reflexivity]. unfold members in I.
      assert (D := all_below_spec _ _ Cl x X). cbv beta in D.
      destruct (snd (get t x)); [| discriminate]. rewrite app_nil_r in I. destruct q. exact I.
    + intros z Z [F N]. apply S; auto.
Qed.

Theorem V2_holds : forall steps, get P 0 = false -> V2_accepted steps ts = true ->
  V2_few C (up_to L) Q phi counted B.
Proof.
  intros steps Z A. unfold V2_accepted in A. destruct (close _ ts _) as [t |] eqn:E; [| discriminate].
  assert (Gd : good t []).
  { apply close_good with (2 := E). intros t1 f1 k1 E1. apply add_all_good with (3 := E1).
    - intros r R. apply in_flat_map in R. destruct R as [h [Ih R]]. unfold start in R.
      destruct (Nat.leb _ B); [| destruct R]. destruct R as [<- | []]. simpl.
      apply phi_below, types_up_to, Ih.
    - intros t2 f2 k2 E2. injection E2 as <- _ _. split; [apply tabulate_full |]. split.
      + intros r [R | [x [q [X [I _]]]]]; [right; exact R |].
        rewrite get_vector in I by exact X. destruct I.
      + intros x q X I. unfold members in I. rewrite get_vector in I by exact X. destruct I. }
  destruct Gd as [_ [Req Zero]].
  apply closure with (F := triples t); auto using V0_holds, closed_up_to; [exact phi_below |].
  split; [| split].
  - intros n U Li Few. destruct (type_for n U Li) as [h [Ih [Uh [Eh [K [S _]]]]]].
    apply covered_larger with (count (heap h)) (answered_by C Q phi n 0); auto.
    rewrite <- Eh. eapply covered_by with (U := _); auto using phi_below.
    + destruct (Req (phi (heap h), (count (heap h), filter (fun z =>
        negb (get P (row (heap h) z)) && negb (get (answered_at h) z)) (below order)))) as [D | []];
        [| exact D].
      left. apply in_flat_map. exists h. split; [exact Ih |]. unfold start.
      replace (Nat.leb (count (heap h)) B) with true by (symmetry; apply Nat.leb_le; lia).
      left. reflexivity.
    + intros z Iz F N. apply answered_by_iff; auto using zero_below.
      replace (product 0 z) with z by (symmetry; exact (times_one Q monoid z Iz)).
      apply S; [exact Iz |]. destruct (get (answered_at h) z) eqn:T; [reflexivity | exfalso].
      apply N. apply filter_In. split; [apply in_below, Iz |].
      rewrite rows_right, F, T by assumption. reflexivity.
  - intros n x b W U Li X [V [IV ->]] Few. change (x < order) in X.
    destruct (type_for n U Li) as [h [Ih [Uh [Eh [K [S So]]]]]].
    set (W := fun z => get P (product x z) = false /\ ~ In z V).
    apply covered_larger with (b + count (heap h))%nat (extended C Q phi n x W); auto; [| lia].
    rewrite <- Eh.
    assert (comm : product x (phi (heap h)) = product (phi (heap h)) x) by
      exact (times_comm Q monoid _ _ X (phi_below _ Uh)).
    eapply covered_by with (U := _); auto.
    + apply product_in; auto using phi_below.
    + destruct (Req (row (heap h) x, ((b + count (heap h))%nat,
        filter (fun z => negb (get (answered_at h) (multiply x z)))
          (Sorting.sort (flat_map (fun y => get (sources h) y) V))))) as [D | []].
      * right. exists x, (b, V). split; [exact X |]. split; [exact IV |].
        unfold extensions. simpl. rewrite app_nil_r. apply in_flat_map. exists h.
        split; [exact Ih |]. unfold extend. simpl fst. simpl snd.
        replace (Nat.leb (b + count (heap h)) B) with true by (symmetry; apply Nat.leb_le; lia).
        left. reflexivity.
      * rewrite rows_right in D by assumption. exact D.
    + intros z Iz F N. unfold extended.
      assert (Yz : product (phi (heap h)) z < order) by (apply product_in; auto using phi_below).
      assert (F' : get P (product x (product (phi (heap h)) z)) = false).
      { rewrite <- F. f_equal.
        transitivity (product (product x (phi (heap h))) z).
        - exact (times_assoc Q monoid _ _ _ X (phi_below _ Uh) Iz).
        - rewrite comm. reflexivity. }
      destruct (in_dec N.eq_dec (product (phi (heap h)) z) V) as [I | I].
      * right. apply answered_by_iff; auto. apply S; [apply product_in; assumption |].
        destruct (get (answered_at h) (product x z)) eqn:T; [reflexivity | exfalso].
        apply N. apply filter_In. rewrite multiply_spec, T. split; [| reflexivity].
        apply (Permutation_in z (Sorting.Permuted_sort _)). apply in_flat_map.
        exists (product (phi (heap h)) z). split; [exact I |].
        rewrite <- rows_right by assumption. apply So, Iz.
      * left. rewrite Eh in *. split; assumption.
  - intros x b W X [V [IV ->]] F. change (x < order) in X. split.
    + rewrite <- F. simpl. f_equal. transitivity (product 0 x).
      * exact (times_comm Q monoid _ _ X zero_below).
      * exact (times_one Q monoid _ X).
    + apply (Zero x (b, V) X). apply in_app_iff. left. exact IV.
Qed.

End Closed.

End Tests.
