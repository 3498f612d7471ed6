import type { Translation } from "#app/i18n/translation.ts";
import type de from "../de/customer.ts";

export default {
  page: {
    title: "Müşteri bilgilerim",
    lead: "Yalnızca değişenleri doldurun. Boş bıraktıklarınız olduğu gibi kalır.",
    name: "Ad soyadı",
    customerNumber: "Müşteri numarası",
    contact: "İletişim",
    email: "Yeni e-posta adresi",
    phone: "Yeni telefon numarası",
    stored: "Kayıtlı: {{masked}}",
    noneYet: "Henüz kayıt yok",
    account: "Banka hesabı",
    accountHolder: "Yeni hesap sahibinin adı",
    iban: "Yeni IBAN",
    submit: "Değişiklikleri kaydet",
    help: "Adınız mı değişti?",
    helpText: "Bunun için bir belge gerekiyor. Lütfen bizi arayın.",
  },
  problem: {
    nothingTitle: "Hiçbir şeyi değiştirmediniz",
    nothing: "Bilgileriniz zaten bu şekilde kayıtlı. Bir bilgiyi değiştirin veya sayfayı kapatın.",
    failedTitle: "Değişiklikler kaydedilemedi",
    failed:
      "Girdikleriniz hâlâ burada. Lütfen birkaç dakika sonra tekrar deneyin. Hiçbir şey iki kez kaydedilmez.",
    failedWithEnd:
      "Sistemlerimizde çalışma yapıyoruz. Tahmini bitiş: {{downtimeEnd}}. Girdikleriniz hâlâ burada. Lütfen bundan sonra yeniden kaydedin. Hiçbir şey iki kez kaydedilmez.",
    refusedTitle: "Bilgilerinizi bu hâliyle kaydedemiyoruz",
    refused: "Lütfen girdiklerinizi kontrol edin veya bizi arayın.",
  },
  conflict: {
    title: "Bilgileriniz bu arada değişti",
    text: "Siz bu sayfayı açtıktan sonra bilgileriniz başka bir yerde değiştirildi. Lütfen iki sürümü karşılaştırın. Girdikleriniz henüz kaydedilmedi.",
    compare: "İki sürümün karşılaştırması",
    stored: "Şu an kayıtlı",
    entered: "Sizin girdiğiniz",
    unchanged: "değiştirilmedi",
    submit: "Girdiklerimi kaydet",
    keep: "Kayıtlı bilgiler kalsın",
  },
  receipt: {
    title: "Değişiklikleriniz kaydedildi",
    lead: "Alındığı zaman: {{at}}. E-posta adresiniz bizde kayıtlıysa size bir onay göndeririz.",
    changed: "Değiştirdiklerimiz",
    reference: "İşlem numarası",
    again: "Başka bir bilgiyi değiştir",
  },
  fields: {
    address: "Adres",
    email: "E-posta adresi",
    phone: "Telefon numarası",
    bankAccount: "Banka hesabı",
  },
  states: {
    NotFound: {
      headline: "Bu bağlantı çalışmıyor",
      text: "Bu bağlantıya ait müşteri bilgisi bulamadık. Lütfen bağlantıyı mesajımızdan yeniden açın veya bizi arayın.",
    },
    LinkExpired: {
      headline: "Bu bağlantının süresi doldu",
      text: "Güvenliğiniz için bağlantı yalnızca kısa bir süre geçerlidir. Bizi arayın, size yenisini gönderelim.",
    },
    Unauthorized: {
      headline: "Yeni bir bağlantıya ihtiyacınız var",
      text: "Bu bağlantıyla bilgileri artık gösteremiyoruz. Bizi arayın, size yenisini gönderelim.",
    },
    Forbidden: {
      headline: "Bu bilgileri burada gösteremiyoruz",
      text: "Lütfen bizi arayın. Size memnuniyetle yardımcı oluruz.",
    },
    Downtime: {
      headline: "Sistemlerimizde çalışma yapıyoruz",
      text: "Müşteri bilgilerinize şu anda ulaşılamıyor. Lütfen daha sonra tekrar deneyin.",
      textWithEnd:
        "Müşteri bilgilerinize şu anda ulaşılamıyor. Çalışmaların tahmini bitişi: {{downtimeEnd}}. Lütfen bundan sonra tekrar deneyin.",
    },
    TechnicalProblem: {
      headline: "Müşteri bilgileriniz şu anda yüklenemiyor",
      text: "Sorun bizden kaynaklanıyor. Lütfen tekrar deneyin veya bizi arayın.",
    },
  },
} satisfies Translation<typeof de>;
