#include "hal_posix/file-slot.h"

#include <fcntl.h>

#include <optional>

#include "hal_posix/boot-end.h"
#include "hal_posix/files.h"
#include "hal_posix/firmware-image.h"
#include "hal_posix/log.h"

namespace faiwatch::posix {

bool FileSlot::begin(uint32_t image_size) {
  if (image_size > capacity()) return false;
  SlotTable slots(directory_);
  // What is about to be overwritten must not be booted any more.
  slots.set(target(), SlotState::Aborted);
  file_ = Descriptor(open(slots.imagePath(target()).c_str(),
                          O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  written_ = 0;
  LogLine(world_.log, "ota")
      .text("state", "begun")
      .number("slot", target())
      .number("size", image_size);
  return file_ && slots.save();
}

bool FileSlot::write(const uint8_t* data, size_t length) {
  if (!file_ || !writeAt(file_.get(), data, length, written_)) return false;
  written_ += length;
  return written_ <= capacity();
}

bool FileSlot::finish() {
  if (!file_) return false;
  file_.close();
  SlotTable slots(directory_);
  const std::optional<FirmwareImage> image = readImage(slots.imagePath(target()));
  if (!image || image->chip != chipOf(board_)) {
    LogLine(world_.log, "ota").text("state", "refused");
    return false;
  }
  slots.set(target(), SlotState::New);
  slots.activate(target());
  LogLine(world_.log, "ota")
      .text("state", "finished")
      .number("slot", target())
      .text("version", image->version);
  return slots.save();
}

void FileSlot::abort() {
  if (file_) LogLine(world_.log, "ota").text("state", "given up");
  file_.close();
}

bool FileSlot::markValid() {
  SlotTable slots(directory_);
  slots.set(running_.slot, SlotState::Valid);
  if (!slots.save()) return false;
  is_on_trial_ = false;
  LogLine(world_.log, "ota").text("state", "valid").number("slot", running_.slot);
  return true;
}

void FileSlot::rollBack() {
  SlotTable slots(directory_);
  slots.set(running_.slot, SlotState::Aborted);
  slots.save();
  LogLine(world_.log, "ota").text("state", "rolling back").number("slot", running_.slot);
  throw BootEnded{BootEnd::Restart};
}

}  // namespace faiwatch::posix
