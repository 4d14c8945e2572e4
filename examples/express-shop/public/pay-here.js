// Opens the gateway's widget. The status that it reports proves nothing: the return page asks the gateway.
const place = document.querySelector("#pay-here");
const { token, checkoutUrl, returnUrl } = place.dataset;

const open = () => {
  new BeGateway({
    checkout_url: checkoutUrl,
    token,
    checkout: { iframe: true },
    closeWidget: () => {
      location.assign(returnUrl);
    },
  }).createWidget();
};

place.querySelector("button").addEventListener("click", open);
open();
