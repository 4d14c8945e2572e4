import { payments } from "../../payments.js";

export const dynamic = "force-dynamic";
export const GET = async () => Response.json(await payments().products.get("prd_unknown"));
