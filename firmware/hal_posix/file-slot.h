#pragma once

#include <string>

#include "hal/ota-slot.h"
#include "hal_posix/boot-loader.h"
#include "hal_posix/descriptor.h"
#include "hal_posix/world.h"

namespace faiwatch::posix {

/// The slot beside the running one, as a file.
class FileSlot final : public hal::OtaSlot {
 public:
  FileSlot(std::string directory, const BootedImage& running, hal::BoardKind board,
           const World& world)
      : directory_(std::move(directory)),
        running_(running),
        board_(board),
        world_(world),
        is_on_trial_(running.is_on_trial) {}

  uint32_t capacity() const override { return 1792 * 1024; }
  bool begin(uint32_t image_size) override;
  bool write(const uint8_t* data, size_t length) override;
  bool finish() override;
  void abort() override;
  bool isOnTrial() const override { return is_on_trial_; }
  bool markValid() override;
  void rollBack() override;

 private:
  unsigned target() const { return 1 - running_.slot; }

  std::string directory_;
  BootedImage running_;
  hal::BoardKind board_;
  const World& world_;
  bool is_on_trial_;
  Descriptor file_;
  size_t written_ = 0;
};

}  // namespace faiwatch::posix
