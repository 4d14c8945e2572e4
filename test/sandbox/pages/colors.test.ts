import { describe, expect, test } from "vitest";
import { openPages, page } from "./open-pages.ts";

describe("colours", () => {
  const sheet = async (widget: object) => {
    const { checkout, get } = openPages();
    return (await get(page(await checkout({ settings: { style: { widget } } }), "assets/style.css"))).text;
  };
  test.each([
    ["#ffd400", "--button: rgb(255, 212, 0); --button-text: #000000;"],
    ["#00F", "--button: rgb(0, 0, 255); --button-text: #ffffff;"],
    ["rgb(10, 20, 30)", "--button: rgb(10, 20, 30); --button-text: #ffffff;"],
    ["rgb(10,20,30)", "--button: rgb(10, 20, 30); --button-text: #ffffff;"],
    ["RGB(255, 255, 255)", "--button: rgb(255, 255, 255); --button-text: #000000;"],
    ["orange", "--button: rgb(255, 165, 0); --button-text: #000000;"],
  ])("%s colours the buttons, with a readable text", async (buttonsColor, expected) => {
    expect(await sheet({ buttonsColor })).toContain(expected);
  });
  test.each([
    "red;} body{display:none",
    "#ffd400;} body{display:none}",
    "#fff;} body{display:none}",
    "} body{display:none} #fff",
    "} body{display:none} rgb(1, 2, 3)",
    "rgb(1, 2, 3);} body{display:none}",
    "} body{display:none} #ffd400",
    "#ffd400\n;} body{display:none}",
    "navy;color:red",
    "url(https://evil.example)",
    "#12",
    "rgb(1,2,999)",
    "rgb(256, 0, 0)",
    "toString",
    5,
    null,
    {},
  ])("%j is not a colour, and does not get into the style sheet", async (color) => {
    expect(await sheet({ buttonsColor: color, backgroundColor: color })).toBe("");
    expect(await sheet({ backgroundColor: color })).toBe("");
  });
  test("the text is black or white, whichever has the higher contrast", async () => {
    for (const [color, text] of [
      ["#0a0a0a", "#ffffff"],
      ["#757575", "#ffffff"],
      ["#777777", "#000000"],
      ["gray", "#000000"],
      ["rgb(0, 137, 0)", "#ffffff"],
      ["rgb(0, 138, 0)", "#000000"],
      ["rgb(236, 1, 5)", "#ffffff"],
    ] as const) {
      const [, shown] = /--button-text: ([^;]*);/.exec(await sheet({ buttonsColor: color })) ?? [];
      expect([color, shown]).toStrictEqual([color, text]);
    }
  });
  test("the background has a colour of its own", async () => {
    expect(await sheet({ buttonsColor: "black", backgroundColor: "#ffffff" })).toBe(
      ":root { --button: rgb(0, 0, 0); --button-text: #ffffff; --page: rgb(255, 255, 255); --page-text: #000000; }\n",
    );
  });
});
