import { expect, test } from "vitest";
import { openPages, page } from "./open-pages.ts";

const sheet = async (widget: object): Promise<string> => {
  const { checkout, get } = openPages();
  return (await get(page(await checkout({ settings: { style: { widget } } }), "assets/style.css"))).text;
};

test.each([
  ["#ffd400", "--button: rgb(255, 212, 0); --button-text: #000000;"],
  ["#00F", "--button: rgb(0, 0, 255); --button-text: #ffffff;"],
  ["rgb(10, 20, 30)", "--button: rgb(10, 20, 30); --button-text: #ffffff;"],
  ["orange", "--button: rgb(255, 165, 0); --button-text: #000000;"],
])("%s colours the buttons, with a readable text", async (buttonsColor, expected) => {
  expect(await sheet({ buttonsColor })).toContain(expected);
});

test("what is not a colour does not get into the style sheet", async () => {
  for (const color of [
    "#fff;} body{display:none}",
    "url(https://evil.example)",
    "rgb(256, 0, 0)",
    "toString",
    5,
    {},
  ])
    expect([color, await sheet({ buttonsColor: color, backgroundColor: color })]).toStrictEqual([color, ""]);
});
