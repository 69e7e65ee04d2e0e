// Why a file cannot be read.
import { m } from "$m";
import { alsoRefused } from "./refusals";

alsoRefused({
  not_a_record: m.refused_not_a_record,
  not_hive: m.refused_not_hive,
  line_unreadable: ({ line, words }) => m.refused_line_unreadable({ line: line ?? "", text: words ?? "" }),
  record_move: ({ number, move }) => m.refused_record_move({ number: number ?? "", move: move ?? "" }),
  record_result: m.refused_record_result,
});
