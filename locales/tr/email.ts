import type { Translation } from "#app/i18n/translation.ts";
import type de from "../de/email.ts";

export default {
  rejection: {
    title: "Reklam e-postalarını durdurun",
    lead: "{{brand}} markasından artık reklam e-postası almak istemiyor musunuz? Buradan onaylayın. Ücretsizdir.",
    submit: "Reklam e-postalarını durdur",
    stillText: "Sözleşmenizle ilgili önemli mesajları, örneğin faturanızı almaya devam edersiniz.",
  },
  done: {
    title: "Reklam e-postalarını durdurdunuz",
    text: "E-posta adresinize artık {{brand}} reklamı göndermiyoruz. Yola çıkmış bir e-posta size yine de ulaşabilir.",
    still: "Sözleşmenizle ilgili önemli mesajları almaya devam edersiniz.",
    at: "Alındığı zaman: {{at}}",
    home: "Ana sayfaya git",
  },
  problem: {
    failedTitle: "Bu işlem şu anda yapılamadı",
    failed:
      "Sorun bizden kaynaklanıyor. Lütfen “Reklam e-postalarını durdur” düğmesine bir kez daha basın. Yine olmazsa bizi arayın.",
    failedWithEnd:
      "Sistemlerimizde çalışma yapıyoruz. Tahmini bitiş: {{downtimeEnd}}. Lütfen bundan sonra “Reklam e-postalarını durdur” düğmesine bir kez daha basın veya bizi arayın.",
  },
  states: {
    incomplete: {
      headline: "Bu bağlantı eksik",
      text: "Lütfen e-postamızın altındaki bağlantının tamamını açın. Olmazsa reklamları sizin için telefonla durdururuz.",
    },
    unknownToken: {
      headline: "Bu bağlantıyı tanımıyoruz",
      text: "Kopyalanırken değişmiş olabilir. Lütfen doğrudan e-postamızdan açın. Olmazsa reklamları sizin için telefonla durdururuz.",
    },
    unknownBrand: {
      headline: "Bu markayı tanımıyoruz",
      text: "Bağlantı markalarımızdan hiçbirine ait değil. Lütfen aldığınız e-postadan doğrudan açın.",
    },
  },
  novum: {
    headline: "Bu bağlantı eksik",
    text: "Bağlantının sonundaki numara olmadan teklifinizi bulamayız. Lütfen mesajımızdaki bağlantının tamamını açın.",
    landing: "Bağlantı nasıl görünür?",
  },
} satisfies Translation<typeof de>;
