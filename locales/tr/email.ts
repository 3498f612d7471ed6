import type { Translation } from "#app/i18n/translation.ts";
import type de from "../de/email.ts";

export default {
  rejection: {
    title: "E-posta reklamlarını durdurun",
    lead: "{{brand}} markasından artık e-postayla reklam almak istemiyor musunuz? Buradan onaylayın. Ücretsizdir.",
    submit: "E-posta reklamlarını durdur",
    stillText: "Sözleşmenizle ilgili önemli mesajları, örneğin faturanızı almaya devam edersiniz.",
  },
  done: {
    title: "Reklamları durdurdunuz",
    text: "E-posta adresinize artık {{brand}} reklamı göndermiyoruz. Yola çıkmış bir e-posta yine de size ulaşabilir.",
    still: "Sözleşmenizle ilgili önemli mesajları almaya devam edersiniz.",
    at: "Alındığı zaman: {{at}}",
    home: "Ana sayfaya git",
  },
  problem: {
    failedTitle: "Bu işlem şu anda yapılamadı",
    failed: "Sorun bizden kaynaklanıyor. Lütfen düğmeye bir kez daha basın. Yine olmazsa bizi arayın.",
    failedWithEnd:
      "Sistemimizde çalışma yapıyoruz. Tahmini bitiş: {{downtimeEnd}}. Lütfen bundan sonra düğmeye bir kez daha basın veya bizi arayın.",
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
    landing: "Bağlantı böyle görünür",
  },
} satisfies Translation<typeof de>;
