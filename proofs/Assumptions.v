(** Prints, for every theorem of Statements.v, its name and what it assumes. The Makefile compares
    the output with Assumptions.log. *)

From Octal Require Import Statements.

Locate move_of_a_heap.
Print Assumptions move_of_a_heap.
Locate move_of_a_position.
Print Assumptions move_of_a_position.
Locate next_player_wins.
Print Assumptions next_player_wins.
Locate previous_player_wins.
Print Assumptions previous_player_wins.
Locate every_play_ends.
Print Assumptions every_play_ends.
Locate grundy_value_is_mex.
Print Assumptions grundy_value_is_mex.
Locate grundy_value_is_determined.
Print Assumptions grundy_value_is_determined.
Locate odd_ones_is.
Print Assumptions odd_ones_is.
Locate theorem_1_1.
Print Assumptions theorem_1_1.
Locate theorem_1_nim_sum.
Print Assumptions theorem_1_nim_sum.
Locate theorem_1_2.
Print Assumptions theorem_1_2.
Locate theorem_1_order.
Print Assumptions theorem_1_order.
Locate theorem_1_one_heap.
Print Assumptions theorem_1_one_heap.
Locate theorem_1_equal_values.
Print Assumptions theorem_1_equal_values.
Locate theorem_3.
Print Assumptions theorem_3.
Locate corollary_3a.
Print Assumptions corollary_3a.
Locate lemma_4a.
Print Assumptions lemma_4a.
Locate theorem_4_x_exists.
Print Assumptions theorem_4_x_exists.
Locate theorem_4_common.
Print Assumptions theorem_4_common.
Locate theorem_4_rare.
Print Assumptions theorem_4_rare.
Locate theorem_5.
Print Assumptions theorem_5.
Locate lemma_6a.
Print Assumptions lemma_6a.
Locate lemma_6b.
Print Assumptions lemma_6b.
Locate theorem_6_1.
Print Assumptions theorem_6_1.
Locate theorem_6_1_converse.
Print Assumptions theorem_6_1_converse.
Locate theorem_6_2.
Print Assumptions theorem_6_2.
Locate theorem_6_2_same.
Print Assumptions theorem_6_2_same.
Locate theorem_9.
Print Assumptions theorem_9.
Locate dawsons_kayles.
Print Assumptions dawsons_kayles.
Locate dawsons_chess.
Print Assumptions dawsons_chess.
Locate kayles_period.
Print Assumptions kayles_period.
Locate game_0_156.
Print Assumptions game_0_156.
Locate game_0_77_marked.
Print Assumptions game_0_77_marked.
