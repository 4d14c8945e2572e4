import type { ItemShown } from "./order.ts";

export const CartLines = ({ items }: { readonly items: readonly ItemShown[] }) => (
  <ul class="lines">
    {items.map(({ name, description, quantity, amount }) => (
      <li>
        <span>
          <bdi>{name}</bdi>
          {quantity !== undefined && quantity !== "1" && <span class="hint"> × {quantity}</span>}
          {description !== undefined && description !== name && (
            <span class="hint about" dir="auto">
              {description}
            </span>
          )}
        </span>
        <span>{amount}</span>
      </li>
    ))}
  </ul>
);
