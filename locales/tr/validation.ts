import type { Translation } from "#app/i18n/translation.ts";
import type de from "../de/validation.ts";

export default {
  form: {
    required: "{{path}} zorunlu bir alandır",
    invalid: "Bu bilgiyi bu hâliyle kabul edemiyoruz. Lütfen kontrol edin.",
  },
  fields: {
    salutation: {
      unknown: "Hitaplardan birini seçin veya alanı boş bırakın.",
    },
    title: {
      tooLong: "Unvanı en fazla {{max}}\u00a0karaktere kısaltın.",
      characters: "Unvanda yalnızca harf, nokta ve kısa çizgi kullanın, örneğin “Prof. Dr.”.",
    },
    firstName: {
      missing: "Adınızı girin.",
      tooLong: "Adınızı en fazla {{max}}\u00a0karaktere kısaltın.",
      characters: "Adınızda yalnızca harf, boşluk, kısa çizgi ve kesme işareti kullanın.",
    },
    lastName: {
      missing: "Soyadınızı girin.",
      tooLong: "Soyadınızı en fazla {{max}}\u00a0karaktere kısaltın.",
      characters: "Soyadınızda yalnızca harf, boşluk, kısa çizgi ve kesme işareti kullanın.",
    },
    birthDate: {
      missing: "Doğum tarihinizi girin.",
      incomplete: "Doğum tarihiniz tam değil. Gün, ay ve yıl girin.",
      shortYear: "Doğum yılınızı dört haneli girin, örneğin 1985.",
      notADate: "Böyle bir doğum tarihi yok. Gün, ay ve yılı kontrol edin.",
      future: "Doğum tarihiniz gelecekte görünüyor. Yılı kontrol edin.",
      tooYoung: "Sipariş verebilmek için en az 18 yaşında olmalısınız.",
      tooOld: "Doğum yılınızı kontrol edin. Buna göre 120 yaşından büyük olurdunuz.",
    },
    street: {
      missing: "Sokak adınızı girin.",
      tooLong: "Sokak adını en fazla {{max}}\u00a0karaktere kısaltın.",
      characters: "Sokak adını harflerle, * veya # gibi özel karakterler olmadan girin.",
      packstation: "Burada kargo dolabı veya posta şubesi kullanılamaz. Oturduğunuz sokağı girin.",
      postOfficeBox: "Burada posta kutusu kullanılamaz. Oturduğunuz sokağı girin.",
    },
    houseNumber: {
      missing: "Kapı numaranızı girin.",
      form: "Kapı numarasını şöyle girin: 12, 12a, 12-14 veya 3 1/2.",
    },
    postalCode: {
      missing: "Posta kodunuzu girin.",
      form: "Posta kodunuzu beş haneli girin.",
      unknown: "Almanya’da böyle bir posta kodu yok. Rakamları kontrol edin.",
    },
    city: {
      missing: "Yaşadığınız şehri girin.",
      tooLong: "Şehir adını en fazla {{max}}\u00a0karaktere kısaltın.",
      characters: "Şehri yalnızca harflerle girin, örneğin “Frankfurt (Oder)”.",
    },
    email: {
      missing: "E-posta adresinizi girin.",
      tooLong: "Bu e-posta adresi çok uzun. Girdiğiniz bilgiyi kontrol edin.",
      noAt: "E-posta adresinizde @ işareti eksik.",
      form: "E-posta adresinizi kontrol edin. Örnek: ad@ornek.com",
    },
    phone: {
      missing: "Telefon numaranızı girin.",
      form: "Telefon numarasını yalnızca rakamlarla girin, örneğin 0152 28817386.",
      areaCode: "Alan kodunu da girin. Numara 0 ile veya + ve ülke koduyla başlar.",
      unknownCountry: "Bu ülke kodunu tanımıyoruz. Almanya’nın ülke kodu +49’dur.",
      tooShort: "Bu telefon numarası çok kısa. Eksik rakam var.",
      tooLong: "Bu telefon numarası çok uzun. Rakamları kontrol edin.",
      unknown: "Böyle bir telefon numarası yok. Alan kodunu ve rakamları kontrol edin.",
    },
    consents: {
      changed: "Bu metin az önce değişti. Lütfen okuyun ve yeniden karar verin.",
    },
    addressChoice: {
      missing: "Hangi adresin doğru olduğunu seçin.",
      unknown: "Bu öneri artık yok. Lütfen yeniden seçin.",
    },
    documentType: {
      missing: "Kimlik belgenizin türünü seçin.",
      unknown: "Bu belge türünü kabul etmiyoruz. Listeden birini seçin.",
    },
    documentNumber: {
      missing: "Kimlik belgenizin numarasını girin.",
      tooShort: "Bu belge numarası çok kısa. En az {{shortest}}\u00a0karakter olmalıdır.",
      tooLong: "Bu belge numarası çok uzun. En fazla {{longest}}\u00a0karakter olabilir.",
      characters: "Belge numarasında bulunamayacak bir karakter var. Numarayı belgenizle karşılaştırın.",
      form: "Bu numara belge türüne uymuyor. Geçici kimlik kartında bir harf ve yedi rakam bulunur.",
      checkDigit: "Son rakam belge numarasına uymuyor. Numarayı kontrol edin veya onuncu karakteri girmeyin.",
      zeroForO:
        "O harfi burada bulunmaz. 0 rakamını mı demek istediniz? Doğrusu şöyle olabilir: {{suggestion}}.",
    },
    issuingAuthority: {
      missing: "Belgeyi hangi makamın verdiğini girin.",
      tooLong: "Makamın adını en fazla {{max}}\u00a0karaktere kısaltın.",
      characters: "Makamı belgede yazdığı gibi girin, örneğin “Stadt Köln”.",
    },
    nationality: {
      missing: "Uyruğunuzu seçin.",
      unknown: "Listeden bir uyruk seçin.",
    },
    expiryDate: {
      missing: "Belgenizin son geçerlilik tarihini girin.",
      incomplete: "Son geçerlilik tarihi tam değil. Gün, ay ve yıl girin.",
      shortYear: "Yılı dört haneli girin, örneğin 2031.",
      notADate: "Böyle bir geçerlilik tarihi yok. Gün, ay ve yılı kontrol edin.",
      expired: "Bu belgenin süresi dolmuş. Lütfen geçerli bir belge kullanın.",
      tooFar: "Hiçbir belge bu kadar uzun geçerli değildir. Yılı kontrol edin.",
    },
    paymentMethod: {
      missing: "Nasıl ödemek istediğinizi seçin.",
      unknown: "Bu ödeme yöntemi teklifiniz için geçerli değil. Başka bir yöntem seçin.",
    },
    accountHolder: {
      missing: "Hesabın kime ait olduğunu girin.",
      tooLong: "Adı en fazla {{max}}\u00a0karaktere kısaltın.",
      characters: "Adı banka kartınızda yazdığı gibi girin.",
    },
    iban: {
      missing: "IBAN’ınızı girin.",
      form: "IBAN’ınızı kontrol edin. İki harf ve iki rakamla başlar, örneğin DE89.",
      country: "{{country}} ile başlayan bir IBAN yok. Almanya IBAN’ı DE ile başlar.",
      length:
        "{{country}} ile başlayan bir IBAN {{expected}}\u00a0karakterden oluşur. Girdiğiniz karakter sayısı: {{given}}.",
      checkDigit: "IBAN’ınızda bir yazım hatası var. Banka kartınızla karşılaştırın.",
      notSepa:
        "Bu IBAN doğru, ancak {{country}} ile başlayan hesaplardan SEPA otomatik ödeme yapılamaz. SEPA ülkelerinden birindeki bir hesabı girin.",
      refused: "Bu hesaptan tahsilat yapamıyoruz. IBAN’ınızı kontrol edin veya başka bir hesap girin.",
      payoutNotSepa:
        "{{country}} ile başlayan hesaplara para gönderemiyoruz. SEPA ülkelerinden birindeki bir hesabı girin.",
      payoutRefused: "Bu hesaba para gönderemiyoruz. IBAN’ınızı kontrol edin veya başka bir hesap girin.",
    },
    payoutRequested: {
      missing: "Bir hesap girdiniz. Bakiye ödemesini işaretleyin veya hesap alanlarını boşaltın.",
    },
    sepaMandate: {
      missing:
        "SEPA otomatik ödeme talimatınız olmadan tahsilat yapamayız. Onay verin veya başka bir ödeme yöntemi seçin.",
    },
    serviceType: {
      missing: "Neyi feshetmek istediğinizi seçin.",
      unknown: "Bu sözleşme türü burada yok. Listeden birini seçin.",
    },
    cancellationType: {
      unknown: "Olağan fesih ile olağanüstü fesihten birini seçin.",
    },
    identification: {
      missing:
        "Sözleşmenizi bulabilmemiz için şunlardan birini girin: telefon numarası, müşteri numarası veya sözleşme numarası. Bunların yerine doğum tarihi ve adres de yeterlidir.",
      incomplete: "Numara olmadan doğum tarihinize ve tam adresinize ihtiyacımız var. Bu bilgiyi ekleyin.",
    },
    customerNumber: {
      form: "Müşteri numaranızı kontrol edin. Yalnızca rakam ve harflerden oluşur.",
    },
    contractNumber: {
      form: "Sözleşme numaranızı kontrol edin. Yalnızca rakam ve harflerden oluşur.",
    },
    confirmation: {
      missing: "Bir e-posta adresi veya telefon numarası girin. Onayınızı oraya göndeririz.",
    },
    selectTerminationDate: {
      unknown: "Sözleşmenin mümkün olan en erken tarihte mi yoksa daha sonra mı sona ereceğini seçin.",
    },
    terminationDate: {
      missing: "Sözleşmenizin ne zaman sona ereceğini girin.",
      incomplete: "İstediğiniz bitiş tarihi tam değil. Gün, ay ve yıl girin.",
      shortYear: "Yılı dört haneli girin, örneğin 2027.",
      notADate: "Böyle bir tarih yok. Gün, ay ve yılı kontrol edin.",
      past: "İstediğiniz bitiş tarihi geçmişte kalmış. Bugünü veya daha sonraki bir günü girin.",
      onlyLater:
        "Bir tarih girdiniz ama “Mümkün olan en erken tarihte” seçeneğini seçtiniz. “Daha sonraki bir tarihte” seçeneğini seçin veya tarihi silin.",
    },
    reason: {
      missing: "Olağanüstü fesih nedeninizi seçin.",
      unknown: "Bu neden burada yok. Listeden birini seçin.",
      onlySpecial:
        "Yalnızca olağanüstü fesihte bir neden gerekir. Fesih türünü değiştirin veya neden seçmeyin.",
    },
    moveDate: {
      missing: "Taşınma tarihinizi girin.",
      incomplete: "Taşınma tarihi tam değil. Gün, ay ve yıl girin.",
      shortYear: "Taşınma yılını dört haneli girin.",
      notADate: "Böyle bir taşınma tarihi yok. Gün, ay ve yılı kontrol edin.",
    },
    newAddress: {
      missing: "Yeni adresinizi girin.",
      tooLong: "Yeni adresi en fazla {{max}}\u00a0karaktere kısaltın.",
    },
    country: {
      missing: "Taşınacağınız ülkeyi girin.",
      tooLong: "Ülke adını en fazla {{max}}\u00a0karaktere kısaltın.",
    },
    reasonText: {
      missing: "Fesih nedeninizi kısaca açıklayın.",
      tooLong: "Açıklamanızı en fazla {{max}}\u00a0karaktere kısaltın.",
    },
    dateOfDeath: {
      incomplete: "Vefat tarihi tam değil. Gün, ay ve yıl girin veya üç alanı da boş bırakın.",
      shortYear: "Yılı dört haneli girin.",
      notADate: "Böyle bir tarih yok. Gün, ay ve yılı kontrol edin.",
      future: "Vefat tarihi gelecekte görünüyor. Girdiğiniz bilgiyi kontrol edin.",
    },
    file: {
      tooLarge: "Bu dosya çok büyük. En fazla 10\u00a0MB yüklenebilir.",
      type: "Bu dosyayı açamıyoruz. PDF, JPEG veya PNG yükleyin.",
      empty: "Bu dosya boş. Başka bir dosya seçin.",
    },
    contractReference: {
      missing:
        "Hangi sözleşmeden caydığınızı belirtin: sipariş numarası, sözleşme numarası veya telefon numarası.",
      form: "Sipariş numarasını, sözleşme numarasını veya telefon numarasını kontrol edin.",
    },
    method: {
      missing: "Kimliğinizi nasıl doğrulamak istediğinizi seçin.",
      unknown: "Bu yol şu anda kullanılamıyor. Başka bir yol seçin.",
    },
  },
} satisfies Translation<typeof de>;
