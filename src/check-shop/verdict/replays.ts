import { playStory, type Setup } from "../player/play.ts";
import { Turns } from "../player/turns.ts";
import type { Story } from "../stories/story.ts";
import { type Finding, isFinding } from "./finding.ts";
import { playApart } from "./replay.ts";

/** The part of the time in which findings are shortened. After it, they are only played again. */
const SHORTENING = 2 / 3;

/** Plays stories again for several findings side by side, because most of the time of a story is a wait. */
export class Replays {
  readonly #setup: Setup;
  readonly #turns = new Turns();
  /** When findings are not shortened any more, and when no story begins, in milliseconds of `performance.now()`. */
  readonly shorteningEnd: number;
  readonly #end: number;

  constructor(setup: Setup, end: number) {
    const start = performance.now();
    this.#setup = setup;
    this.shorteningEnd = start + SHORTENING * (end - start);
    this.#end = end;
  }

  readonly isOver = (): boolean => performance.now() >= this.#end;

  /** Plays a story while no other is played. @returns nothing if it broke no law. */
  alone(story: Story): Promise<Finding[]> {
    const { pace } = this.#setup.shop;
    const play = async () => (this.isOver() ? [] : [await playStory(this.#setup, story, pace.timeout)]);
    return this.#turns.run(async () => (await play()).filter(isFinding), true);
  }

  /**
   * Plays stories side by side.
   *
   * @param isPatient Whether the shop may take its whole time, because a story that breaks the law again is reported. If not,
   * stories begin until the end of the shortening.
   * @returns those that broke a law.
   */
  beside(stories: readonly Story[], isPatient = false): Promise<Finding[]> {
    const { pace } = this.#setup.shop;
    const end = isPatient ? this.#end : this.shorteningEnd;
    const limits = {
      waitTime: () => (isPatient ? pace.timeout : pace.waitTime),
      isOver: () => performance.now() >= end,
    };
    return this.#turns.run(async () => (await playApart(this.#setup, stories, limits)).filter(isFinding));
  }
}
