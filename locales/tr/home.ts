import type { Translation } from "#app/i18n/translation.ts";
import type de from "../de/home.ts";

export default {
  home: {
    title: "Ne yapmak istersiniz?",
    lead: "{{brand}} çevrimiçi hizmeti. Giriş yapmadan, günün her saati.",
    now: "Hemen çevrimiçi",
    offer: "Teklifi görün ve sipariş verin",
    offerText: "Mesajımızdaki bağlantıyla",
    terminate: "Sözleşmeyi feshedin",
    terminateText: "Birkaç dakikada, onay belgesiyle",
    withdraw: "Sözleşmeden cayın",
    withdrawText: "Gerekçe göstermeden, cayma süresi içinde",
    link: "Size gönderdiğimiz bağlantıyla",
    linkText:
      "Bunun için e-postamızdaki, SMS’imizdeki veya mektubumuzdaki bağlantıya ihtiyacınız var. Bağlantı yalnızca size aittir.",
    identity: "Kimliğinizi doğrulayın",
    identityText:
      "Siparişten sonra size bir bağlantı göndeririz. Bu bağlantıyla kimliğinizi nasıl doğrulayacağınızı seçersiniz: örneğin görüntülü görüşmeyle, Alman çevrimiçi kimliğiyle veya bir şubede. Kimlik belgenizi hazır bulundurun.",
    customer: "Müşteri bilgilerinizi değiştirin",
    customerText:
      "Mesajımızdaki bağlantıyla adresinizi, e-posta adresinizi, telefon numaranızı veya banka hesabınızı değiştirebilirsiniz.",
    email: "Reklam e-postalarını durdurun",
    emailText:
      "Her reklam e-postasının altında abonelikten çıkma bağlantısı vardır. Bağlantıyı açıp “Reklam e-postalarını durdur” düğmesine basın. Ücretsizdir.",
    help: "Yardım",
    helpText: "Devam edemiyor musunuz veya bağlantınız mı yok? Bizi arayın.",
  },
} satisfies Translation<typeof de>;
