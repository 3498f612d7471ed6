import type { Translation } from "#app/i18n/translation.ts";
import type de from "../de/withdrawal.ts";

export default {
  form: {
    title: "Sözleşmeden cay",
    lead: "İnternetten veya telefonla yaptığınız bir sözleşmeden cayabilirsiniz. Neden belirtmeniz gerekmez.",
    submit: "Caymayı onayla",
    firstName: "Ad",
    lastName: "Soyad",
    contractReference: "Hangi sözleşme?",
    contractReferenceHint: "Sipariş, sözleşme veya telefon numarası",
    email: "E-posta adresi",
    emailHint: "Alındı onayını hemen oraya göndeririz.",
    notTermination: "Süren bir sözleşmeyi bitirmek mi istiyorsunuz?",
    terminate: "Sözleşmeleri burada feshedin",
  },
  confirmation: {
    title: "Cayma bildiriminizi aldık",
    sentTo: "Bu onayı {{to}} adresine gönderdik.",
    first: "Bu cayma bildirimini daha önce almıştık. Burada gösterilen ilk içerik geçerlidir.",
    receipt: "Alındı onayı",
    declaration: "Aşağıda belirtilen sözleşmeden cayıyorum.",
    id: "İşlem",
    receivedAt: "Alındığı tarih",
    name: "Ad soyad",
    contract: "Sözleşme",
    email: "E-posta adresi",
    next: "Bundan sonra",
    nextMoney: "Ödemelerinizi en geç 14 gün içinde geri öderiz.",
    nextDevice: "Aldığınız cihazı lütfen 14 gün içinde geri gönderin.",
    keep: "Bu sayfanın adresini yer imlerine ekleyin: onayı böylece yeniden bulursunuz.",
    download: "Onay (PDF)",
  },
  states: {
    NotFound: {
      headline: "Bu onayı bulamadık",
      text: "Lütfen adresin tam olup olmadığını kontrol edin. Caydıysanız onay e-posta kutunuzda da bulunur.",
    },
  },
  errors: {
    toForm: "Cayma formuna git",
    formHeadline: "Cayma bildiriminizi henüz onaylayamadık",
    formText:
      "Sistemimiz şu anda yanıt vermiyor. Girdiğiniz her şey burada duruyor. Lütfen yeniden “Caymayı onayla” düğmesine basın: ilk gönderim ulaşmış olsa bile yalnızca bir kez geçerlidir. Hat: {{hotline}}, işlem numarası: {{traceId}}",
    refusedText:
      "Cayma bildiriminizi bu şekilde kabul edemedik. Lütfen bilgilerinizi kontrol edin veya bizi arayın: {{hotline}}, işlem numarası: {{traceId}}",
  },
} satisfies Translation<typeof de>;
