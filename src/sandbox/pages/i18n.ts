import type { CustomerField } from "../../models/customer-fields.ts";
import { textOf } from "../gateway/input/section.ts";

/** Chooses the text of a language. */
interface Translate {
  (en: string, ru: string): string;
  <Args extends unknown[]>(
    en: (...args: Args) => string,
    ru: (...args: Args) => string,
  ): (...args: Args) => string;
}

/** All texts of the pages. */
const messagesIn = (t: Translate) => ({
  language: t("en", "ru"),
  sandbox: t("Sandbox: no money moves", "Песочница: деньги не списываются"),
  test: t("Test payment", "Тестовый платёж"),
  shop: t("Shop", "Магазин"),
  order: t("Your order", "Ваш заказ"),
  items: t(
    (count: number) => `Items: ${count}`,
    (count) => `Позиций: ${count}`,
  ),
  total: t("Total", "Итого"),
  toReceive: t("You receive", "Вы получите"),
  customerHeading: t("Your details", "Ваши данные"),
  customer: {
    email: t("Email", "Эл. почта"),
    first_name: t("First name", "Имя"),
    last_name: t("Last name", "Фамилия"),
    address: t("Address", "Адрес"),
    city: t("City", "Город"),
    state: t("State", "Штат"),
    zip: t("Postal code", "Почтовый индекс"),
    phone: t("Phone", "Телефон"),
    country: t("Country", "Страна"),
    birth_date: t("Date of birth", "Дата рождения"),
    taxpayer_id: t("Taxpayer number", "Номер налогоплательщика"),
  } satisfies Record<CustomerField, string>,
  methodHeading: t("How would you like to pay?", "Как вы хотите заплатить?"),
  methods: {
    credit_card: t("Bank card", "Банковская карта"),
    apple_pay: "Apple Pay",
    google_pay: "Google Pay",
    samsung_pay: "Samsung Pay",
    erip: t("ERIP", "ЕРИП"),
  },
  noMethod: t(
    "No payment method is available for this order on this device.",
    "Для этого заказа на этом устройстве нет доступных способов оплаты.",
  ),
  limitedBy: t(
    "The settings of the order limit the methods:",
    "Способы оплаты ограничены настройками заказа:",
  ),
  serviceNumber: t("Service number", "Номер услуги"),
  accountNumber: t("Account number", "Номер счёта"),
  howToPay: t(
    "In your bank's app or at a kiosk, open ERIP, enter both numbers, check the order, and pay.",
    "В приложении банка или инфокиоске откройте ЕРИП, введите оба номера, проверьте заказ и оплатите.",
  ),
  qrCode: t("QR code for your bank's app", "Код для приложения банка"),
  card: t("Card", "Карта"),
  cardNumber: t("Card number", "Номер карты"),
  cardNumberHint: t("Test cards only: never enter a real card.", "Только тестовые карты, не настоящие."),
  cardHolder: t("Name on card", "Имя на карте"),
  cardExpiry: t("Expiry date", "Срок действия"),
  cardExpiryHint: t("MM/YY", "ММ/ГГ"),
  cardCode: t("Security code", "Код CVC"),
  cardCodeHint: t("3 digits (Amex: 4)", "3 цифры (Amex: 4)"),
  cardCodeDigits: t(
    (count: number) => `${count} digits`,
    (count) => `${count} цифры`,
  ),
  savedCard: t("Saved card", "Сохранённая карта"),
  savedCardNumber: t(
    (brand: string, lastFour: string) => `${brand} ending in ${lastFour}`,
    (brand, lastFour) => `${brand}, последние цифры ${lastFour}`,
  ),
  anotherCard: t("Use another card", "Использовать другую карту"),
  saveCard: t("Save this card for future payments", "Сохранить карту для будущих платежей"),
  agreement: t("I accept the [user agreement]", "Я принимаю [пользовательское соглашение]"),
  newWindow: t("opens in a new tab", "откроется в новой вкладке"),
  optional: t("optional", "необязательно"),
  allRequired: t(
    "All fields are required unless marked optional.",
    "Все поля обязательны, кроме отмеченных.",
  ),
  choose: t("Choose…", "Выберите…"),
  stateHint: t("Required in India, the USA and Canada", "Обязателен для Индии, США и Канады"),
  dateHint: t("YYYY-MM-DD", "ГГГГ-ММ-ДД"),
  fillRequired: t(
    "Fill in the required fields to continue.",
    "Чтобы продолжить, заполните обязательные поля.",
  ),
  testCards: t("Test cards", "Тестовые карты"),
  testCardsIntro: t(
    "Use any name, future date and security code: 3 digits, or 4 for American Express.",
    "Подойдут любое имя, дата в будущем и код: 3 цифры, для American Express 4.",
  ),
  useCard: t("Use", "Выбрать"),
  fillTestCard: t("Fill in a test card", "Подставить тестовую карту"),
  testCardOutcomes: {
    successful: t("Approved", "Успешно"),
    failed: t("Declined", "Отказ"),
    challenge: t("Approved after a 3-D Secure challenge", "Успешно после проверки 3-D Secure"),
    frictionless: t("Approved, 3-D Secure without a challenge", "Успешно, 3-D Secure без проверки"),
    notConfirmed: t("Declined by 3-D Secure", "Отказ при проверке 3-D Secure"),
  },
  pay: t(
    (amount: string) => `Pay ${amount}`,
    (amount) => `Заплатить ${amount}`,
  ),
  payWith: t(
    (amount: string, method: string) => `Pay ${amount} with ${method}`,
    (amount, method) => `Заплатить ${amount} через ${method}`,
  ),
  receive: t(
    (amount: string) => `Receive ${amount}`,
    (amount) => `Получить ${amount}`,
  ),
  tokenize: t("Save card", "Сохранить карту"),
  continueToPayment: t("Continue to payment", "Перейти к оплате"),
  cancel: t("Cancel", "Отменить"),
  askToLeave: t(
    "Close the payment page? What you entered will be lost.",
    "Закрыть страницу оплаты? Введённые данные пропадут.",
  ),
  processing: t("Processing…", "Обрабатываем…"),
  titles: {
    payment: t("Payment", "Оплата"),
    payout: t("Receive money", "Получение денег"),
    tokenization: t("Save your card", "Сохранение карты"),
    confirmation: t("Confirm your order", "Подтвердите заказ"),
  },
  problemsHeading: t("Please check what you entered", "Проверьте введённые данные"),
  problems: {
    required: t(
      (label: string) => `Fill in “${label}”`,
      (label) => `Заполните поле «${label}»`,
    ),
    missing: {
      email: t("Enter your email", "Введите адрес эл. почты"),
      first_name: t("Enter your first name", "Введите имя"),
      last_name: t("Enter your last name", "Введите фамилию"),
      address: t("Enter your address", "Введите адрес"),
      city: t("Enter your city", "Введите город"),
      state: t("Enter your state", "Введите штат"),
      zip: t("Enter your postal code", "Введите почтовый индекс"),
      phone: t("Enter your phone number", "Введите телефон"),
      country: t("Choose your country", "Выберите страну"),
      birth_date: t("Enter your date of birth", "Введите дату рождения"),
      taxpayer_id: t("Enter your taxpayer number", "Введите номер налогоплательщика"),
    } satisfies Record<CustomerField, string>,
    number: t("Enter the card number", "Введите номер карты"),
    tooLong: t(
      (label: string) => `${label}: at most 255 characters`,
      (label) => `${label}: не больше 255 символов`,
    ),
    rules: {
      email: t(
        "Enter an email address such as name@example.com",
        "Введите адрес почты, например name@example.com",
      ),
      country: t("Choose a country from the list", "Выберите страну из списка"),
      birth_date: t("Enter a real date as YYYY-MM-DD", "Введите существующую дату в виде ГГГГ-ММ-ДД"),
    },
    testCardsOnly: t("Only test cards are accepted: see below", "Здесь принимаются только тестовые карты"),
    brand: t("Cards of this brand are not accepted", "Карты этой платёжной системы не принимаются"),
    holder: t("Enter the name on the card, in letters", "Введите имя на карте буквами"),
    expiry: t("Enter the expiry date as MM/YY", "Введите срок в виде ММ/ГГ"),
    expired: t("This card has expired", "Срок действия карты истёк"),
    code: t("Enter the security code, 3 or 4 digits", "Введите код, 3 или 4 цифры"),
    codeOf: t(
      (digits: number) => `Enter the ${digits}-digit security code`,
      (digits) => `Введите код из ${digits} цифр`,
    ),
    agreement: t("Accept the agreement to continue", "Чтобы продолжить, примите соглашение"),
    method: t("Choose a way to pay", "Выберите способ оплаты"),
  },
  step: {
    heading: t(
      (method: string) => `Pay with ${method}`,
      (method) => `Оплата через ${method}`,
    ),
    text: t(
      (method: string) => `In this sandbox, you choose the result of ${method}.`,
      (method) => `В песочнице вы сами решаете, что ответит ${method}.`,
    ),
    approve: t("Approve", "Одобрить"),
    decline: t("Decline", "Отклонить"),
    leavePending: t("Leave pending", "Оставить в обработке"),
    back: t("Back", "Назад"),
  },
  challenge: {
    heading: t("Confirm the payment", "Подтвердите платёж"),
    text: t(
      "In this sandbox, you choose the result of the 3-D Secure challenge.",
      "Банк хочет убедиться, что платите вы. В песочнице вы сами решаете, чем закончится проверка 3-D Secure.",
    ),
    confirm: t("Confirm payment", "Подтвердить платёж"),
    decline: t("Decline", "Отклонить"),
    frame: t("Confirmation by your bank", "Подтверждение банка"),
  },
  results: {
    successful: t("Payment successful", "Платёж прошёл"),
    payout: t("Payout sent", "Выплата отправлена"),
    payoutFailed: t("Payout declined", "Выплата отклонена"),
    tokenization: t("Card saved", "Карта сохранена"),
    failed: t("Payment declined", "Платёж отклонён"),
    pending: t("Payment is being processed", "Платёж обрабатывается"),
    processing: t("One moment, please", "Одну минуту"),
    error: t("The time to pay has expired", "Время на оплату истекло"),
    cancelled: t("Payment cancelled", "Платёж отменён"),
  },
  resultTexts: {
    successful: t(
      "Thank you. You can go back to the shop now.",
      "Спасибо. Теперь можно вернуться в магазин.",
    ),
    failed: t("No money was taken.", "Деньги не списаны."),
    payoutFailed: t("No money was sent.", "Деньги не отправлены."),
    pending: t(
      "The shop is notified when the payment is completed. You can close this page.",
      "Магазин узнает, когда он завершится. Эту страницу можно закрыть.",
    ),
    processing: t("Your payment is being processed.", "Ваш платёж обрабатывается."),
    error: t(
      "This payment page has expired. Please start again from the shop.",
      "Эта страница оплаты больше не действует. Начните заново в магазине.",
    ),
    cancelled: t(
      "No money was taken. You can close this page.",
      "Деньги не списаны. Эту страницу можно закрыть.",
    ),
  },
  reason: t("Reason", "Причина"),
  paymentNumber: t("Payment number", "Номер платежа"),
  date: t("Date", "Дата"),
  method: t("Paid with", "Способ оплаты"),
  print: t("Print", "Распечатать"),
  amount: t("Amount", "Сумма"),
  tryAgain: t("Try again", "Попробовать ещё раз"),
  attemptsLeft: t(
    (count: number) => `Attempts left: ${count}`,
    (count) => `Осталось попыток: ${count}`,
  ),
  checkAgain: t("Check again", "Проверить ещё раз"),
  backToShop: t("Back to the shop", "Вернуться в магазин"),
  leaving: t("Returning to the shop…", "Возвращаем вас в магазин…"),
  /** Before and after the number of seconds. */
  returnIn: [t("You will return to the shop in", "Вы вернётесь в магазин через"), t("s.", "с.")] as const,
  notices: {
    missing: t("There is no such payment page", "Такой страницы оплаты нет"),
    missingText: t(
      "Check the address, or ask the shop for a new link.",
      "Проверьте адрес или попросите у магазина новую ссылку.",
    ),
    noProduct: t("There is no such product", "Такого товара нет"),
    expired: t("This offer has ended", "Предложение закончилось"),
    expiredText: t(
      "Please ask the shop for a new link.",
      "Время на оплату истекло. Попросите у магазина новую ссылку.",
    ),
    soldOut: t("Sold out", "Всё продано"),
    soldOutText: t("No money was taken.", "Товара больше нет. Деньги не списаны."),
  },
});

const EN = messagesIn(<T>(en: T) => en);
const RU = messagesIn(<T>(_en: T, ru: T) => ru);

/** The texts of a language. */
export type Messages = typeof EN;

/** The texts for a locale such as `ru` or `ru-RU`; English for any other. */
export const messagesFor = (language: unknown): Messages => (/^ru\b/i.test(textOf(language) ?? "") ? RU : EN);
