(** Prints, for every theorem of Statements.v and StatementsMore.v, its name and what it assumes.
    The Makefile compares the output with Assumptions.log. *)

From Octal Require Import Statements StatementsMore.

Locate move_of_a_heap.
Print Assumptions move_of_a_heap.
Locate move_of_a_position.
Print Assumptions move_of_a_position.
Locate next_player_wins.
Print Assumptions next_player_wins.
Locate previous_player_wins.
Print Assumptions previous_player_wins.
Locate grundy_value_is_mex.
Print Assumptions grundy_value_is_mex.
Locate odd_ones_is.
Print Assumptions odd_ones_is.
Locate theorem_1_1.
Print Assumptions theorem_1_1.
Locate theorem_1_2.
Print Assumptions theorem_1_2.
Locate theorem_2.
Print Assumptions theorem_2.
Locate theorem_3.
Print Assumptions theorem_3.
Locate theorem_4_common.
Print Assumptions theorem_4_common.
Locate theorem_4_rare.
Print Assumptions theorem_4_rare.
Locate theorem_5.
Print Assumptions theorem_5.
Locate theorem_6_1.
Print Assumptions theorem_6_1.
Locate theorem_6_2.
Print Assumptions theorem_6_2.
Locate theorem_9.
Print Assumptions theorem_9.
Locate theorem_9_link_by_link.
Print Assumptions theorem_9_link_by_link.
Locate theorem_11.
Print Assumptions theorem_11.
Locate theorem_12a.
Print Assumptions theorem_12a.
Locate theorem_12b.
Print Assumptions theorem_12b.
Locate options_to_place_n.
Print Assumptions options_to_place_n.
Locate values_to_place_n.
Print Assumptions values_to_place_n.
Locate nim_values.
Print Assumptions nim_values.
Locate laskers_nim.
Print Assumptions laskers_nim.
Locate misere_next_player_wins.
Print Assumptions misere_next_player_wins.
Locate misere_previous_player_wins.
Print Assumptions misere_previous_player_wins.
Locate commutative_monoid_is.
Print Assumptions commutative_monoid_is.
Locate misere_quotient_is.
Print Assumptions misere_quotient_is.
Locate verified_is.
Print Assumptions verified_is.
Locate settled_by_kernel_is.
Print Assumptions settled_by_kernel_is.
Locate exchange_is.
Print Assumptions exchange_is.
Locate theorem_V.
Print Assumptions theorem_V.
Locate theorem_M.
Print Assumptions theorem_M.
Locate theorem_K.
Print Assumptions theorem_K.
Locate theorem_K_size.
Print Assumptions theorem_K_size.
Locate theorem_I.
Print Assumptions theorem_I.
Locate theorem_I_infinite.
Print Assumptions theorem_I_infinite.
Locate theorem_N.
Print Assumptions theorem_N.
Locate theorem_N_infinite.
Print Assumptions theorem_N_infinite.
Locate theorem_N_nim.
Print Assumptions theorem_N_nim.
Locate checker_of_quotients.
Print Assumptions checker_of_quotients.
Locate every_play_ends.
Print Assumptions every_play_ends.
Locate grundy_value_is_determined.
Print Assumptions grundy_value_is_determined.
Locate theorem_1_nim_sum.
Print Assumptions theorem_1_nim_sum.
Locate theorem_1_order.
Print Assumptions theorem_1_order.
Locate theorem_1_one_heap.
Print Assumptions theorem_1_one_heap.
Locate theorem_1_equal_values.
Print Assumptions theorem_1_equal_values.
Locate standard_form_of_0_2.
Print Assumptions standard_form_of_0_2.
Locate corollary_3a.
Print Assumptions corollary_3a.
Locate lemma_4a.
Print Assumptions lemma_4a.
Locate theorem_4_x_exists.
Print Assumptions theorem_4_x_exists.
Locate lemma_6a.
Print Assumptions lemma_6a.
Locate lemma_6b.
Print Assumptions lemma_6b.
Locate theorem_6_1_converse.
Print Assumptions theorem_6_1_converse.
Locate theorem_6_2_same.
Print Assumptions theorem_6_2_same.
Locate lemma_9b.
Print Assumptions lemma_9b.
Locate lemma_9c.
Print Assumptions lemma_9c.
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
Locate kenyons_game.
Print Assumptions kenyons_game.
Locate game_0_8.
Print Assumptions game_0_8.
Locate lemma_C.
Print Assumptions lemma_C.
Locate misere_order.
Print Assumptions misere_order.
Locate theorem_V_outcome.
Print Assumptions theorem_V_outcome.
Locate theorem_V_few.
Print Assumptions theorem_V_few.
Locate kernel.
Print Assumptions kernel.
Locate theorem_K_outcome.
Print Assumptions theorem_K_outcome.
Locate theorem_K_group.
Print Assumptions theorem_K_group.
Locate theorem_K_unbounded.
Print Assumptions theorem_K_unbounded.
Locate quotient_of_0_123.
Print Assumptions quotient_of_0_123.
Locate quotient_of_kayles.
Print Assumptions quotient_of_kayles.
Locate infinite_quotient_of_0_404.
Print Assumptions infinite_quotient_of_0_404.
