import type { Issue } from "../../api/error-tree.ts";
import type { ResultOf } from "../../api/operation-models.ts";
import type { ApiOperation, OPERATIONS } from "../../api/operations.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Origins } from "../gateway/products.ts";
import type { Fields } from "../gateway/records/records.ts";
import type { Processed } from "../gateway/transactions/transactions.ts";
import type { AccessWithoutKey } from "./access.ts";

/** A call that may be processed. */
interface Call {
  /** The value of the parameter in the path; empty without one. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** Where the links of the answer lead. */
  readonly origins: Origins;
  /** Whether it was sent without the secret key. */
  readonly isVisitor: boolean;
}

/** A result, and which orders or products it is about. */
export interface Answered<Result> {
  /** Undefined: the answer has no body. */
  readonly result: Result;
  /** Default 200. */
  readonly status?: 200 | 201;
  /** Default: those that the path names. */
  readonly orders?: readonly string[];
}

type FindProblems = (gateway: Gateway, params: unknown, call: Call) => Issue[];

/** What one address does that others do not. */
export interface Endpoint<Result> {
  /** Why a call without the secret key is refused. Default: every call needs it. */
  readonly withoutKey?: AccessWithoutKey;
  /** All problems of the parameters. Default: there are none. */
  readonly problems?: FindProblems;
  /** Undefined: there is no such record. */
  readonly process: (gateway: Gateway, fields: Fields, call: Call) => Answered<Result> | undefined;
}

/** An address where transactions are created, once for each `RequestID`. Both steps are synchronous. */
export interface TransactionEndpoint {
  readonly problems: FindProblems;
  readonly create: (gateway: Gateway, fields: Fields, call: Call) => Processed;
}

/** The body of an operation without a result. */
type Message = { readonly message: string } | undefined;

/** What an operation needs: its row and its models say the rest. */
export type EndpointOf<O extends ApiOperation> = (typeof OPERATIONS)[O] extends { readonly makes: string }
  ? TransactionEndpoint
  : Endpoint<ResultOf<O> extends undefined ? Message : ResultOf<O>>;
