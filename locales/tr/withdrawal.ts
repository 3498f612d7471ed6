import type { Translation } from "#app/i18n/translation.ts";
import type de from "../de/withdrawal.ts";

export default {
  form: {
    title: "Sözleşmeden cayın",
    lead: "İnternetten veya telefonla yaptığınız bir sözleşmeden cayabilirsiniz. Neden belirtmeniz gerekmez.",
    submit: "Caymayı onayla",
    firstName: "Ad",
    lastName: "Soyad",
    contractReference: "Hangi sözleşme?",
    contractReferenceHint: "Sipariş numarası, sözleşme numarası veya telefon numarası",
    email: "E-posta adresi",
    emailHint: "Alındı onayını hemen oraya göndeririz.",
    notTermination: "Devam eden bir sözleşmeyi sona erdirmek mi istiyorsunuz?",
    terminate: "Sözleşmeleri buradan feshedin",
  },
  confirmation: {
    title: "Cayma bildiriminizi aldık",
    sentTo: "Bu onayı şuraya gönderdik: {{to}}",
    first: "Bu cayma bildirimini daha önce almıştık. Burada gösterilen ilk içerik geçerlidir.",
    receipt: "Alındı onayı",
    declaration: "Aşağıda belirtilen sözleşmeden cayıyorum.",
    id: "İşlem numarası",
    receivedAt: "Alındığı tarih",
    name: "Ad soyad",
    contract: "Sözleşme",
    email: "E-posta adresi",
    next: "Bundan sonra ne olacak?",
    nextMoney: "Ödediğiniz tutarı 14\u00a0gün içinde geri öderiz.",
    nextDevice: "Bir cihaz aldınız mı? O hâlde lütfen 14\u00a0gün içinde geri gönderin.",
    keep: "Onayı yeniden bulabilmek için bu sayfayı yer imlerine ekleyin.",
    download: "PDF olarak onay",
  },
  states: {
    NotFound: {
      headline: "Bu alındı onayını bulamıyoruz",
      text: "Lütfen adresin tam olup olmadığını kontrol edin. Sözleşmeden caydıysanız onay e-posta kutunuzda da bulunur.",
    },
  },
  errors: {
    toForm: "Cayma formuna git",
    formHeadline: "Cayma bildiriminizi henüz onaylayamadık",
    formText:
      "Sistemimiz şu anda yanıt vermiyor. Girdiğiniz her şey burada duruyor. Lütfen “Caymayı onayla” düğmesine yeniden basın. Bildiriminiz bize ulaşmış olsa bile yalnızca bir kez geçerli olur. Müşteri hattı: {{hotline}}, işlem numarası: {{traceId}}",
    formTextWithEnd:
      "Sistemlerimizde çalışma yapıyoruz. Tahmini bitiş: {{downtimeEnd}}. Girdiğiniz her şey burada duruyor. Lütfen bundan sonra “Caymayı onayla” düğmesine yeniden basın. Bildiriminiz bize ulaşmış olsa bile yalnızca bir kez geçerli olur. Müşteri hattı: {{hotline}}, işlem numarası: {{traceId}}",
    refusedText:
      "Cayma bildiriminizi bu şekilde kabul edemedik. Lütfen bilgilerinizi kontrol edin veya bizi arayın: {{hotline}}, işlem numarası: {{traceId}}",
  },
} satisfies Translation<typeof de>;
