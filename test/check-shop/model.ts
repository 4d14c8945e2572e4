/**
 * Plays histories of right shops, and prints the ones that a law accuses. `npm run check-shop:model -- 1 5000` plays the
 * policies of 5,000 seeds, which are 100,000 histories. With the name of a mistake, prints the story that finds it.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { storyText } from "../../src/check-shop/stories/story.ts";
import { useVirtualTime } from "./model/clock.ts";
import { findMistake, playAll, playModel, randomPolicy, shorten, storiesOf, unusual } from "./model/play.ts";
import { MISTAKES } from "./model/policies.ts";

/** The number of seeds above which each core plays a part of them. */
const MANY = 100;

const [from = "1", to = "5000"] = process.argv.slice(2);
const seeds = Number(to) - Number(from) + 1;
const cores = availableParallelism();
if (seeds > MANY && !process.argv.includes("part")) {
  const size = Math.ceil(seeds / cores);
  const parts = Array.from({ length: cores }, async (_, index) => {
    const first = Number(from) + index * size;
    const range = [first, Math.min(first + size - 1, Number(to))].map(String);
    const child = spawn(process.execPath, [import.meta.filename, ...range, "part"], { stdio: "inherit" });
    return (await once(child, "close"))[0];
  });
  process.exit(Math.max(...(await Promise.all(parts))));
}
useVirtualTime();
let [count, notAlone, accused] = [0, 0, 0];
for (const [mistake, law, needed] of MISTAKES.filter(
  ([name]) => name.includes(from) || from === "mistakes",
)) {
  const found = await findMistake(mistake, law, needed, 3000);
  console.log(`${mistake}: ${law}, ${found ?? "NOT FOUND"}`);
}
for (let seed = Number(from); seed <= Number(to); seed += 1) {
  const policy = randomPolicy(seed);
  const stories = storiesOf(policy, seed);
  count += stories.length;
  for (const { story, failed } of await playAll(policy, stories)) {
    // Alone, with more time, as a finding is confirmed.
    const alone = await playModel(policy, story);
    if (alone.verdict || alone.failed) {
      accused += 1;
      const { law, story: shortest, policy: choices, played } = await shorten(policy, story);
      console.log(
        `${law?.name ?? alone.failed} | ${storyText(shortest)} | ${JSON.stringify(choices)} | ${played.verdict?.observed}`,
      );
    } else {
      notAlone += 1;
      console.log(`not alone${failed ?? ""} | ${storyText(story)} | ${JSON.stringify(unusual(policy))}`);
    }
  }
}
console.log(
  `${count} histories, ${accused} accused, ${notAlone} accused once and not when they were played alone`,
);
process.exitCode = accused > 0 ? 1 : 0;
