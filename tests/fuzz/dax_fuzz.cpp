// SPDX-License-Identifier: MIT
// Workflows in DAX are read or refused.
#include "workflows.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const malha::fuzz::ScratchFile file("input.dax");
  malha::fuzz::check_workflow(file, malha::fuzz::text_of(data, size));
  return 0;
}
