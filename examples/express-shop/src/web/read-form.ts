import type { Request } from "express";

/** A field of a form. Empty if it is missing. */
export function field(request: Request, name: string): string {
  const body: unknown = request.body;
  const value: unknown = typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === "string" ? value.trim() : "";
}

/** A whole number from 0 to 999 in a form. 0 if it is invalid. */
export function count(request: Request, name: string): number {
  const text = field(request, name);
  return /^\d{1,3}$/.test(text) ? Number(text) : 0;
}
