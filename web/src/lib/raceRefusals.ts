// Why something was not done in a race.
import { m } from "$m";
import { alsoRefused } from "./refusals";

alsoRefused({
  being_proved: m.refused_being_proved,
  somebody_called: m.refused_called,
  name_your_colour: m.refused_name_colour,
  search_over: m.refused_search_over,
  out_this_round: m.out_this_round,
  resting: ({ seconds }) => m.resting({ count: Number(seconds) }),
  too_fast_to_search: m.refused_too_fast,
  handicap: ({ seconds }) => m.refused_handicap({ count: Number(seconds) }),
  nothing_to_prove: m.refused_nothing_to_prove,
  nothing_to_take_back: m.refused_no_step,
  hand_is_so: m.refused_hand,
  hints_alone: m.refused_hints_alone,
  not_searching: m.refused_not_searching,
  no_more_hints: m.refused_no_hints,
  too_late_to_choose: m.refused_choose_late,
  no_free_seat: m.refused_full,
  already_here: m.refused_not_your_seat,
});
