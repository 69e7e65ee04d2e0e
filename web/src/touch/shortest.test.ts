// The routes of routes.json are the solver's: ours are as long, and there is none where the solver finds none.
import { expect, test } from "vitest";
import ROUTES from "./routes.json";
import { planOf } from "./routes";
import { shortest } from "./shortest";

const walls = (steps: string[]) => steps.filter((step) => step.startsWith("wall")).length;

test("as many walls and tokens as the solver's route, in an allowed colour", () => {
  for (const castle of ROUTES.slice(0, 10)) {
    const plan = planOf(castle);
    for (const [ghost, , allowed, steps, visitor] of castle.routes.slice(0, 4) as string[][]) {
      const found = shortest(plan, ghost!, visitor!, allowed!)!;
      expect(allowed).toContain(found.first);
      expect([walls(found.steps), found.steps.length]).toEqual([walls(steps!.split(";")), steps!.split(";").length]);
    }
  }
});

test("no colour, no route", () => {
  expect(shortest(planOf(ROUTES[0]!), "a1", "f6", "")).toBeNull();
});
