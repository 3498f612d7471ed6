import type { Translation } from "#app/i18n/translation.ts";
import type de from "../de/errors.ts";

export default {
  actions: {
    retry: "Tekrar dene",
    checkAgain: "Yeniden kontrol et",
    dialogRetry: "Şimdi tekrar dene",
    wait: "Durumu şimdi kontrol et",
    restart: "Baştan başla",
    reset: "Yeniden başlatmayı tekrar dene",
    payAgain: "Şimdi öde",
    otherPaymentMethod: "Başka bir ödeme yöntemi seç",
    toPersonalData: "Kişisel bilgileri tamamla",
    toIdData: "Kimlik bilgilerini tamamla",
    login: "Giriş sayfasına git",
    showOrder: "Siparişi görüntüle",
    checkLink: "Bağlantı hakkında yardım",
    hotline: "{{hotline}} numarasını ara",
    shop: "Yakınınızdaki mağazayı bulun",
    close: "Kapat",
  },
  labels: {
    traceId: "İşlem numarası",
    hotline: "Müşteri hattı",
    orderedProducts: "Siparişiniz",
  },
  offer: {
    BirthdateNotPresent: {
      headline: "Doğum tarihiniz henüz eksik",
      text: "Bu teklif için doğum tarihinize ihtiyacımız var. Kişisel bilgilerinize ekleyin, ardından buradan devam edebilirsiniz.",
    },
    DocumentsNotLoaded: {
      headline: "Sözleşme belgeleriniz yüklenemiyor",
      text: "Sipariş vermeden önce sözleşme özetini okuyabilmeniz gerekir. Henüz hiçbir şey sipariş edilmedi ve bilgileriniz kayıtlı. Lütfen tekrar deneyin.",
    },
    Downtime: {
      headline: "Şu anda sistemlerimizde çalışma yapıyoruz",
      text: "Bu nedenle şu anda teklifler açılamıyor ve sipariş verilemiyor. Teklifiniz kaybolmaz. Lütfen bağlantınızı daha sonra yeniden açın.",
      textWithEnd:
        "Bu nedenle şu anda teklifler açılamıyor ve sipariş verilemiyor. Çalışmaların tahmini bitişi: {{downtimeEnd}}. Teklifiniz kaybolmaz. Lütfen bağlantınızı bundan sonra yeniden açın.",
    },
    Forbidden: {
      headline: "Bu teklif size açık değil",
      text: "Başkası için hazırlanmış olabilir ya da başka bir müşteri hesabıyla giriş yapmış olabilirsiniz. Teklif size aitse lütfen bizi arayın.",
    },
    IdentificationDataMissing: {
      headline: "Kimlik bilgileriniz henüz eksik",
      text: "Sözleşmeyi kiminle yaptığımızı bilmemiz gerekiyor. Lütfen kimliğinizi hazır bulundurun ve bilgilerini girin.",
    },
    NoHardwareStock: {
      headline: "Teklifinizdeki bir cihaz tükendi",
      text: "Bu nedenle teklifi kabul edemezsiniz. Hiçbir şey sipariş edilmedi. Telefonda veya mağazada sizinle birlikte memnuniyetle başka bir cihaz buluruz.",
    },
    NoPaymentMethodsAvailable: {
      headline: "Bu teklif için çevrimiçi ödeme yöntemi yok",
      text: "Bunun girdiğiniz bilgilerle ilgisi yok. Yine de nasıl sipariş verebileceğinizi telefonda veya mağazada anlatırız.",
    },
    NotFound: {
      headline: "Bu teklifi bulamıyoruz",
      text: "Bağlantı büyük olasılıkla eksik. Bağlantıyı elle yazmak yerine doğrudan e-postamızdan veya SMS’imizden açın.",
    },
    OfferAbandonedPayment: {
      headline: "Ödeme tamamlanmadı",
      text: "Ödemeye başladınız ama bitirmediniz. Hesabınızdan para çekilmedi ve sipariş verilmedi. Teklifi baştan yeniden inceleyebilirsiniz.",
    },
    OfferBlocked: {
      headline: "Bu teklif bloke edildi",
      text: "Teklifi çevrimiçi kabul edemezsiniz. Nedenini ve bundan sonrasını telefonda veya mağazada sizinle konuşuruz.",
    },
    OfferCancelled: {
      headline: "Bu teklif iptal edildi",
      text: "Artık kabul edilemez. Hâlâ ilgileniyor musunuz? O hâlde lütfen bizi arayın.",
    },
    OfferConsumed: {
      headline: "Bu teklif zaten kabul edildi",
      text: "Sipariş bize ulaştı. Bu teklif ikinci kez sipariş edilemez. Sorularınızı telefonda memnuniyetle yanıtlarız.",
      textWithOrder:
        "Siparişiniz bize ulaştı. Bu teklif ikinci kez sipariş edilemez. Burada ne sipariş ettiğinizi görebilirsiniz.",
    },
    OfferExpired: {
      headline: "Bu teklifin süresi doldu",
      text: "Teklifi kabul edebileceğiniz süre sona erdi. Bizi arayın, sizin için yeni bir teklifimiz olup olmadığına bakalım.",
    },
    OfferResetFailed: {
      headline: "Yeniden başlatılamadı",
      text: "Teklifinizi başlangıca döndüremedik. Bu sırada hiçbir şey sipariş edilmedi. Tekrar deneyin. Yine olmazsa müşteri hattımız size yardımcı olur.",
    },
    OfferSummaryNotLoaded: {
      headline: "Sipariş özetiniz yüklenemiyor",
      text: "Bu yalnızca görüntülemeyle ilgili. Siparişinizde hiçbir şey değişmez. Lütfen yeniden sipariş vermeyin, yalnızca özeti yeniden yükleyin.",
    },
    OfferIncompatibleState: {
      headline: "Bu adım teklifinizin güncel durumuna uymuyor",
      text: "Bu, örneğin teklif ikinci bir pencerede açıkken olur. Lütfen baştan başlayın.",
    },
    OfferPaymentWaitForCapture: {
      headline: "Ödemenizin onayı bekleniyor",
      text: "Ödeme sağlayıcınızın yanıtını bekliyoruz. Bu genellikle yalnızca birkaç dakika sürer. Bu sayfa kendiliğinden yenilenir. Lütfen yeniden sipariş vermeyin.",
      textStopped:
        "Ödeme sağlayıcınızın yanıtını hâlâ bekliyoruz. Bu her zamankinden uzun sürüyor. Lütfen yeniden sipariş vermeyin, durumu daha sonra kontrol edin.",
    },
    OfferMismatch: {
      headline: "Teklif ile müşteri bilgileriniz uyuşmuyor",
      text: "Bu nedenle teklifi çevrimiçi kabul edemezsiniz. Bilgileri telefonda veya mağazada sizinle karşılaştırırız.",
    },
    OfferTechError: {
      headline: "Teklifiniz şu anda işlenemiyor",
      text: "Bizim tarafımızda bir hata oluştu. Birkaç dakika sonra tekrar deneyin veya bizi arayın. Hiçbir şeyi iki kez sipariş etmezsiniz.",
    },
    PaymentAborted: {
      headline: "Ödemeyi iptal ettiniz",
      text: "Hesabınızdan para çekilmedi ve sipariş verilmedi. İsterseniz şimdi ödeyebilirsiniz.",
    },
    PaymentFailed: {
      headline: "Ödeme gerçekleşmedi",
      text: "Ödeme sağlayıcınız ödemeyi reddetti. Hesabınızdan para çekilmedi ve siparişiniz henüz tamamlanmadı. Lütfen başka bir ödeme yöntemi veya başka ödeme bilgileri seçin.",
    },
    PersonalDataMissing: {
      headline: "Kişisel bilgileriniz hâlâ eksik",
      text: "Sipariş verebilmeniz için adınıza, adresinize ve iletişim bilgilerinize ihtiyacımız var.",
    },
    ReservationAmountCanNotBeBlocked: {
      headline: "Tutar bloke edilemedi",
      text: "Bankanız veya kart sağlayıcınız buna izin vermedi, örneğin bir limit nedeniyle. Hesabınızdan para çekilmedi ve sipariş verilmedi. Lütfen başka bir ödeme yöntemi seçin.",
    },
    ReservationCallHotline: {
      headline: "Lütfen siparişinizi bizimle telefonda tamamlayın",
      text: "Siparişiniz henüz tamamlanmadı: Çevrimiçi çözülemeyen bir sorumuz var. Bizi arayın veya bir mağazaya gelin.",
    },
    ReservationFoundNoOrder: {
      headline: "Bu teklife ait bir sipariş bulamıyoruz",
      text: "Bizimle konuşmadan lütfen yeniden sipariş vermeyin. Müşteri hattımız siparişinize ne olduğuna bakar.",
    },
    ReservationRetryDowntime: {
      headline: "Bakım çalışmaları nedeniyle şu anda sipariş almıyoruz",
      text: "Siparişiniz henüz bize ulaşmadı. Lütfen daha sonra tekrar deneyin.",
      textWithEnd:
        "Siparişiniz henüz bize ulaşmadı. Çalışmaların tahmini bitişi: {{downtimeEnd}}. Lütfen bundan sonra tekrar deneyin.",
    },
    ReservationRetryLater: {
      headline: "Siparişiniz şu anda iletilemiyor",
      text: "Henüz hiçbir şey sipariş edilmedi. Lütfen birkaç dakika bekleyin ve sonra tekrar deneyin.",
    },
    ReservationRetryModal: {
      headline: "İlk denemede olmadı",
      text: "Yeni bir deneme çoğu zaman hemen başarılı olur. Hiçbir şeyi iki kez sipariş etmezsiniz.",
    },
    TechnicalProblem: {
      headline: "Şu anda teknik bir sorunumuz var",
      text: "Sistemlerimiz gerektiği gibi yanıt vermiyor. Bunun nedeni girdiğiniz bilgiler değil. Lütfen birazdan tekrar deneyin. Hiçbir şeyi iki kez sipariş etmezsiniz.",
    },
    Unauthorized: {
      headline: "Lütfen giriş yapın",
      text: "Bu teklif girişle korunuyor. Giriş yaptıktan sonra buradan devam edersiniz.",
    },
    Unexpected: {
      headline: "Bir sorun oluştu",
      text: "Bizim tarafımızda beklenmeyen bir hata oluştu. Tekrar deneyin: Hiçbir şeyi iki kez sipariş etmezsiniz. Yine olmazsa bizi arayıp işlem numarasını söyleyin.",
    },
  },
  idv: {
    IdvCompleted: {
      headline: "Kimlik doğrulama tamamlandı",
      text: "Burada yapmanız gereken başka bir şey yok. Siparişinizle ilgili gelişmeleri e-posta ile bildiririz.",
    },
    IdvNoMethodsAvailable: {
      headline: "Şu anda sizin için çevrimiçi kimlik doğrulama mümkün değil",
      text: "Kimlik belgenizle bir mağazaya gelin veya bizi arayın, size başka yollar gösterelim.",
    },
    IdvSuccess: {
      headline: "Kimlik doğrulama başarılı",
      text: "Teşekkürler, kimliğiniz doğrulandı. Şimdi siparişinizi işliyoruz ve size e-posta ile bilgi vereceğiz.",
    },
    NoMoreIdvPossible: {
      headline: "Kimlik doğrulama başarısız oldu",
      text: "Kimliğinizi doğrulayamadık ve deneme hakkınız kalmadı. Telefonda veya mağazada bir çözüm buluruz.",
    },
    NotFound: {
      headline: "Bu kimlik doğrulamayı bulamıyoruz",
      text: "Bağlantı büyük olasılıkla eksik. Bağlantıyı doğrudan e-postamızdan veya SMS’imizden açın.",
    },
    OfferCancelled: {
      headline: "Sipariş iptal edildi",
      text: "Bu nedenle artık kimliğinizi doğrulamanız gerekmiyor. İptalle ilgili sorunuz varsa lütfen bizi arayın.",
    },
    OfferConsumed: {
      headline: "Teklifiniz kabul edildi",
      text: "Bunun için kimliğinizi yeniden doğrulamanız gerekmiyor. Siparişinizle ilgili gelişmeleri e-posta ile bildiririz.",
    },
    OfferExpired: {
      headline: "Kimlik doğrulama süreniz doldu",
      text: "İlgili teklif de artık geçerli değil. Hâlâ ilgileniyor musunuz? O hâlde lütfen bizi arayın.",
    },
    ReservationCallHotline: {
      headline: "Kimlik doğrulamanız için lütfen bizi arayın",
      text: "Kimliğinizi doğrulayabilmeniz için önce siparişinizle ilgili bir konuyu sizinle netleştirmemiz gerekiyor.",
    },
    TechnicalProblem: {
      headline: "Kimlik doğrulamaya şu anda ulaşılamıyor",
      text: "Teknik bir sorunumuz var. Bu sizden kaynaklanmıyor ve deneme hakkınızdan düşülmez. Lütfen birazdan tekrar deneyin.",
    },
    Downtime: {
      headline: "Kimlik doğrulamaya bakım nedeniyle ara verdik",
      text: "Sistemlerimizde çalışma yapıyoruz. Deneme hakkınızdan düşülmez. Lütfen bağlantınızı daha sonra yeniden açın.",
      textWithEnd:
        "Sistemlerimizde çalışma yapıyoruz. Tahmini bitiş: {{downtimeEnd}}. Deneme hakkınızdan düşülmez. Lütfen bağlantınızı bundan sonra yeniden açın.",
    },
    Unexpected: {
      headline: "Kimlik doğrulamada bir hata oluştu",
      text: "Bizim tarafımızda beklenmeyen bir hata oluştu. Tekrar deneyin. Yine olmazsa bizi arayıp işlem numarasını söyleyin.",
    },
  },
  idvResult: {
    failed: "Kimlik doğrulama başarısız oldu",
    pending: "Kimlik doğrulama sürüyor",
  },
} satisfies Translation<typeof de>;
