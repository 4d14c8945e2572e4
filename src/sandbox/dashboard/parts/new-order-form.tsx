import { ActionForm, Submit } from "./action-form.tsx";

/** Creates a payment token, as the API call would. */
export const NewOrderForm = ({ currency, url }: { currency: string; url: string }) => (
  <ActionForm action="new-order" class="fields">
    <label>
      Amount
      <input name="amount" id="new-amount" value="28.60" inputmode="decimal" required />
    </label>
    <label>
      Currency
      <input name="currency" id="new-currency" value={currency} maxlength={3} required />
    </label>
    <label class="wide">
      Description
      <input name="description" id="new-description" value="Test order" required />
    </label>
    <label class="wide">
      notification_url
      <input name="notification_url" id="new-notification-url" value={url} placeholder="none" />
    </label>
    <Submit id="new-order" label="Create a test order">
      Create
    </Submit>
  </ActionForm>
);
