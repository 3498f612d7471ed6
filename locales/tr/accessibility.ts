import type { Translation } from "#app/i18n/translation.ts";
import type de from "../de/accessibility.ts";

export default {
  statement: {
    title: "Erişilebilirlik beyanı",
    lead: "Çevrimiçi hizmetimizi herkes kullanabilmelidir. Burada bunun için neler yaptığımızı, nelerin eksik olduğunu ve kimin yardımcı olacağını okuyabilirsiniz.",
    service: "Konu nedir?",
    serviceText:
      "Bu beyan {{brand}} çevrimiçi hizmeti için geçerlidir. Burada teklifleri kabul eder, kimliğinizi doğrular, müşteri bilgilerinizi değiştirir, reklamları durdurur, sözleşmeleri fesheder veya sözleşmelerden cayarsınız.",
    serviceSteps:
      "İşlemlerin çoğu size gönderdiğimiz mesajdaki bir bağlantıyla başlar. Formlar sizi adım adım yönlendirir. Sonunda her zaman bir onay görürsünüz.",
    law: "Yasal dayanak",
    lawText:
      "28 Haziran 2025’ten beri telekomünikasyon hizmetleri için Alman Erişilebilirliği Güçlendirme Yasası (BFSG) geçerlidir. Ölçüt, WCAG 2.1 AA düzeyi yönergelerini içeren Avrupa standardı EN 301 549’dur. Biz daha yeni olan WCAG 2.2 AA düzeyine uyarız.",
    how: "Gereklilikleri nasıl karşılıyoruz?",
    measures: {
      keyboard: "Her şey klavyeyle kullanılabilir. Nerede olduğunuzu her zaman görürsünüz.",
      zoom: "Sayfalar 320\u00a0piksel genişlikten itibaren tüm ekranlara uyar. Yüzde 400’e kadar büyütülebilir.",
      contrast: "Metinler ve düğmeler arka plandan açıkça ayrılır.",
      reader: "Başlıklar, alanlar ve mesajlar ekran okuyucular için etiketlenmiştir.",
      errors: "Hata olduğunda sayfanın başında ve alanın yanında neyi değiştirebileceğiniz yazar.",
      script: "Tüm işlemler JavaScript olmadan ve yavaş bağlantıda da çalışır.",
      motion: "Hareketi cihazınızın ayarlarından kapatabilirsiniz. Sayfalarımız buna uyar.",
      words: "Kısa cümleler kurar, teknik terimlerden kaçınırız.",
    },
    gaps: "Henüz erişilebilir olmayanlar",
    known: {
      documents:
        "Sözleşme özeti ve fiyat listesi gibi PDF belgelerinin tümü henüz ekran okuyuculara uygun değildir. Bu belgeler yalnızca Almancadır. İçeriğini telefonda sizinle birlikte gözden geçirebiliriz.",
      partners:
        "Ödeme, giriş ve kimlik doğrulama için bazen iş ortaklarımızın sayfalarına geçersiniz. Orada engeller olabilir. Kimliğinizi bir şubede veya mağazada da doğrulayabilirsiniz.",
      signs: "İşaret dilinde ve kolay dilde içerikler henüz yoktur.",
    },
    checked: "Nasıl kontrol ediyoruz?",
    checkedText:
      "Tüm sayfaları otomatik araçlarla, klavyeyle ve küçük ekranlarda kontrol ediyoruz. Bağımsız bir kuruluş tarafından henüz kontrol edilmediler. Bu beyanın tarihi: {{date}}.",
    contact: "Bir engelle mi karşılaştınız?",
    contactText:
      "Hangi sayfada takıldığınızı ve ne yapmak istediğinizi bize söyleyin. Size yardımcı olur ve sorunla ilgileniriz.",
    imprint: "Diğer iletişim yolları künyede yer alır (Almanca)",
    authority: "Yetkili makam",
    authorityText: "Size yardımcı olamazsak Alman eyaletlerinin piyasa gözetim kurumuna başvurabilirsiniz:",
  },
} satisfies Translation<typeof de>;
