#include "core/portal-texts.h"

namespace faiwatch {

namespace {

constexpr PortalTexts kThai = {
    "th",
    "en",
    "English",
    "ตั้งค่า FaiWatch",
    "กรอกข้อมูลด้านล่าง แล้วอุปกรณ์จะเชื่อมต่อเอง",
    "เครือข่าย Wi-Fi",
    "เลือกเครือข่าย",
    "หรือพิมพ์ชื่อเครือข่าย",
    "ค้นหาเครือข่ายอีกครั้ง",
    "กำลังค้นหาเครือข่าย…",
    "รหัสผ่าน Wi-Fi",
    "เว้นว่างไว้เพื่อใช้ค่าเดิม",
    "คีย์เปิดใช้งาน",
    "เบอร์โทรศัพท์",
    "ที่อยู่เซิร์ฟเวอร์",
    "วิธีตรวจจับไฟดับ",
    "คีย์เปิดใช้งานปัจจุบัน",
    "ต้องกรอกเมื่อเปลี่ยนเซิร์ฟเวอร์ คีย์เปิดใช้งาน หรือเบอร์โทรศัพท์ หรือกดปุ่มบนบอร์ดค้างไว้ขณะกดบันทึก",
    "ยอมรับการเชื่อมต่อแบบไม่เข้ารหัส",
    "ใครก็ตามที่อยู่ระหว่างทางจะอ่านคีย์เปิดใช้งานและแอบอ้างเป็นอุปกรณ์นี้ได้ ไม่จำเป็นสำหรับ https:// หรือเซิร์ฟเวอร์ในเครือข่ายภายในของคุณ",
    "ใบรับรองของผู้ออกใบรับรอง (CA) ของคุณเอง รูปแบบ PEM",
    "เฉพาะเซิร์ฟเวอร์ที่ใช้ใบรับรองซึ่งคุณออกเอง เว้นว่างไว้เพื่อใช้ค่าเดิม",
    "ลบ CA ของคุณเองที่บันทึกไว้",
    "ขณะนี้เปลี่ยนได้เฉพาะ Wi-Fi หากต้องการเปลี่ยนค่าอื่น กดปุ่มบนบอร์ดค้างไว้ 3 วินาที แล้วโหลดหน้านี้ใหม่",
    "บันทึก",
    "บันทึกแล้ว",
    "อุปกรณ์กำลังเชื่อมต่อ Wi-Fi เมื่อสำเร็จ เครือข่ายนี้จะหายไป ถ้ายังอยู่ ให้กลับมาที่หน้านี้แล้วตรวจรหัสผ่านอีกครั้ง",
    "ไม่ถูกต้อง",
    "ยังไม่ได้กรอก",
    "เปลี่ยนเซิร์ฟเวอร์แล้วต้องกรอกใหม่",
    "http:// ส่งคีย์เปิดใช้งานโดยไม่เข้ารหัส กรุณาใช้ https:// หรือทำเครื่องหมายในช่องใต้ที่อยู่",
    "กรุณากรอกคีย์เปิดใช้งานปัจจุบัน หรือกดปุ่มบนบอร์ดค้างไว้ขณะกดบันทึก",
    "บันทึกไม่สำเร็จ กรุณาลองอีกครั้ง",
    "ไม่พบหน้านี้",
    "กลับ",
};

constexpr PortalTexts kEnglish = {
    "en",
    "th",
    "ภาษาไทย",
    "Set up FaiWatch",
    "Fill in the form, and the device connects by itself.",
    "Wi-Fi network",
    "Choose a network",
    "or type its name",
    "Search for networks again",
    "Searching for networks…",
    "Wi-Fi password",
    "leave empty to keep the current one",
    "Activation key",
    "Phone number",
    "Server address",
    "How a power cut is detected",
    "Current activation key",
    "needed to change the server, key or phone number, unless you hold the board's button while saving",
    "Connect to this server without encryption",
    "Anybody on the way can then read the activation key and pretend to be this device. Not needed "
    "with https://, nor for a server in your own network.",
    "Your own certificate authority, in PEM",
    "Only for a server whose certificate you signed yourself. Leave empty to keep the current one.",
    "Delete the authority that is stored",
    "Only the Wi-Fi network can be changed now. To change more, hold the board's button for three "
    "seconds, then load this page again.",
    "Save",
    "Saved",
    "The device is joining the Wi-Fi network. Once it has, this network disappears. If it does not "
    "disappear, come back to this page and check the password.",
    "is not valid",
    "is missing",
    "has to be typed again when the server changes",
    "http:// sends the activation key unencrypted. Use https://, or tick the box below the address.",
    "Type the current activation key, or hold the board's button while you save.",
    "The settings could not be saved. Please try again.",
    "This page does not exist.",
    "Back",
};

const char* pick(Language language, const char* thai, const char* english) {
  return language == Language::Thai ? thai : english;
}

}  // namespace

Language chooseLanguage(const char* accept_language) {
  // In the order of preference, as browsers send them; weights are not looked at.
  const TextView text(accept_language);
  for (size_t i = 0; i + 1 < text.size(); i++) {
    if (i > 0 && text[i - 1] != ',' && text[i - 1] != ' ') continue;
    const TextView tag = text.substr(i, 2);
    if (equalsIgnoringCase(tag, "th")) return Language::Thai;
    if (equalsIgnoringCase(tag, "en")) return Language::English;
  }
  return Language::Thai;
}

const PortalTexts& textsOf(Language language) {
  return language == Language::Thai ? kThai : kEnglish;
}

const char* labelOf(const PortalTexts& texts, ConfigField field) {
  switch (field) {
    case ConfigField::WifiSsid:
      return texts.network;
    case ConfigField::WifiPass:
      return texts.password;
    case ConfigField::ActivationKey:
      return texts.key;
    case ConfigField::CustomerPhone:
      return texts.phone;
    case ConfigField::ServerUrl:
      return texts.server;
    case ConfigField::MainsInput:
      return texts.mains_input;
    case ConfigField::ServerCa:
      return texts.own_authority;
    case ConfigField::DeviceType:
      break;
  }
  return fieldName(field);
}

const char* describeMainsInput(Language language, hal::MainsInputKind kind) {
  switch (kind) {
    case hal::MainsInputKind::None:
      return pick(language, "จากความเงียบเท่านั้น (ไฟดับ บอร์ดดับด้วย)", "by silence only (the board goes off with the power)");
    case hal::MainsInputKind::Optocoupler:
      return pick(language, "ออปโตคัปเปลอร์", "by an optocoupler");
    case hal::MainsInputKind::Vbus:
      return pick(language, "ไฟ 5 โวลต์ของอะแดปเตอร์ (vbus)", "by the adapter's 5 V (vbus)");
    case hal::MainsInputKind::Battery:
      return pick(language, "แรงดันแบตเตอรี่ของบอร์ด", "by the voltage of the board's battery");
  }
  return nullptr;
}

const char* explainWifi(Language language, hal::WifiFailure failure) {
  switch (failure) {
    case hal::WifiFailure::None:
      return nullptr;
    case hal::WifiFailure::NetworkNotFound:
      return pick(language, "ไม่พบเครือข่าย Wi-Fi", "The Wi-Fi network was not found.");
    case hal::WifiFailure::WrongPassword:
      return pick(language, "รหัสผ่าน Wi-Fi ไม่ถูกต้อง", "The Wi-Fi password is wrong.");
    case hal::WifiFailure::NoAddress:
      return pick(language, "เราเตอร์ไม่ได้ให้ที่อยู่ IP", "The router gave no address.");
    case hal::WifiFailure::Lost:
    case hal::WifiFailure::Other:
      return pick(language, "เชื่อมต่อ Wi-Fi ไม่สำเร็จ", "The Wi-Fi network could not be joined.");
  }
  return nullptr;
}

const char* explainRefusal(Language language, ServerCode code) {
  switch (code) {
    case ServerCode::KeyNotFound:
      return pick(language, "ไม่พบคีย์เปิดใช้งานนี้", "This activation key does not exist.");
    case ServerCode::KeyInactive:
      return pick(language, "คีย์เปิดใช้งานถูกระงับ", "The activation key is not active.");
    case ServerCode::KeyExpired:
      return pick(language, "คีย์เปิดใช้งานหมดอายุ", "The activation key has expired.");
    case ServerCode::KeyInUse:
      return pick(language, "คีย์เปิดใช้งานถูกใช้กับอุปกรณ์อื่นแล้ว",
                  "The activation key is in use by another device.");
    case ServerCode::KeyPhoneMismatch:
      return pick(language, "คีย์เปิดใช้งานเป็นของเบอร์โทรศัพท์อื่น",
                  "The activation key belongs to another phone number.");
    case ServerCode::Conflict:
      return pick(language, "อุปกรณ์นี้เป็นของลูกค้ารายอื่น",
                  "This device belongs to another customer, who must release it.");
    case ServerCode::DeviceRevoked:
      return pick(language, "อุปกรณ์นี้ถูกยกเลิกการใช้งาน",
                  "This device was released, or its key was revoked.");
    case ServerCode::Validation:
    case ServerCode::InvalidToken:
    case ServerCode::Forbidden:
    case ServerCode::RateLimited:
    case ServerCode::Unavailable:
    case ServerCode::Other:
      break;
  }
  return pick(language, "เซิร์ฟเวอร์ไม่รับอุปกรณ์นี้", "The server refuses this device.");
}

}  // namespace faiwatch
