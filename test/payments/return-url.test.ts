import { expect, test } from "vitest";
import { parseReturnUrl } from "../../src/index.ts";

const all = { token: "t0k", status: "successful", uid: "5b8f1f0e" };
const none = { token: undefined, status: undefined, uid: undefined };

test.each<[string, string | URL, ReturnType<typeof parseReturnUrl>]>([
  ["a string", "https://shop.example/thanks?token=t0k&status=successful&uid=5b8f1f0e", all],
  ["a URL", new URL("https://shop.example/thanks?token=t0k&status=successful&uid=5b8f1f0e"), all],
  ["path and query", "/thanks?token=t0k&status=successful&uid=5b8f1f0e", all],
  ["the query alone", "?token=t0k&status=successful&uid=5b8f1f0e", all],
  ["a deep link", "shopapp://thanks?token=t0k&status=successful&uid=5b8f1f0e", all],
  ["any order", "/?uid=5b8f1f0e&status=successful&token=t0k", all],
  ["the shop's own parameters", "/?order=7&token=t0k&a=b&status=successful&uid=5b8f1f0e&c", all],
  ["a fragment", "/?token=t0k&status=successful&uid=5b8f1f0e#token=other", all],
  ["http and a port", "http://localhost:3000/?token=t0k&status=successful&uid=5b8f1f0e", all],
  ["none of the parameters", "https://shop.example/thanks", none],
  ["other parameters only", "/?order=7&Token=t0k&STATUS=x&uid[]=1", none],
  ["some in the fragment only", "/#token=t0k&status=successful", none],
  ["the token alone", "/?token=t0k", { ...none, token: "t0k" }],
  ["no uid, as after a cancellation", "/?token=t0k&status=error", { ...none, token: "t0k", status: "error" }],
  ["empty parameters", "/?token=&status&uid=", { token: "", status: "", uid: "" }],
  [
    "repeated parameters: the last one, since the gateway appends its own",
    "/?token=a&token=b&status=c&status=d&uid=e&uid=f",
    { token: "b", status: "d", uid: "f" },
  ],
  [
    "escaped parameters",
    "/?token=a%2Fb%3D%26&status=%D1%83%D1%81%D0%BF%D0%B5%D1%85&uid=a+b%20c",
    { token: "a/b=&", status: "успех", uid: "a b c" },
  ],
  ["broken escapes", "/?token=%&status=%zz&uid=%ff", { token: "%", status: "%zz", uid: "\ufffd" }],
  ["an empty path", "", none],
])("reads %s", (_what, url, params) => {
  expect(parseReturnUrl(url)).toStrictEqual(params);
});

test.each([
  ...["https://", "http://", "//", "https://[::1", "https://a b/?token=t", "https://shop.example:port/"],
  "///",
])("refuses %s, which is not a URL", (url) => {
  expect(() => parseReturnUrl(url)).toThrow("url must be a URL, or a path with its query");
});

test("refuses what is not a text, whatever text it would be", () => {
  // @ts-expect-error as JavaScript may call it
  expect(() => parseReturnUrl(["/?token=t"])).toThrow("url must be a URL");
});

test("does not repeat an unreadable URL", () => {
  expect(() => parseReturnUrl("https://a b/?token=t0k-of-a-customer")).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining("t0k-of-a-customer") }),
  );
});
