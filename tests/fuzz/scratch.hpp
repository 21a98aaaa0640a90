// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/errors.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace malha::fuzz {

/// A folder of this process, in memory where the system has such a place. It is removed when the process
/// ends.
const std::filesystem::path& scratch_folder();

/// A file of that folder, for readers that take a path. It is written once for each input, without being
/// opened again.
class ScratchFile {
public:
  explicit ScratchFile(const std::string& name);
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Replaces what is in it.
  const std::filesystem::path& holding(std::string_view text) const;

private:
  std::filesystem::path path_;
  int descriptor_;
};

/// The input as text.
inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Whether `read` accepts its input. A refusal is an InputError that says something; whatever else it throws
/// is a finding, and ends the process.
template <class Read>
bool is_accepted(Read read) {
  try {
    read();
    return true;
  } catch (const InputError& error) {
    if (*error.what() == 0)
      throw std::logic_error("an input is refused without a word");
    return false;
  }
}

/// Has signals end processes that are forked from here on as they end any other: what libFuzzer does with
/// them is for this process.
void leave_children_alone();

/// Ends the process, which makes the input a finding, unless the property holds.
void require(bool holds, const char* property);

} // namespace malha::fuzz
