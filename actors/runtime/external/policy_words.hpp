// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace malha::external {

constexpr auto python_prefix = "python:", command_prefix = "external:", batsim_prefix = "external:batsim:",
               socket_prefix = "socket:";

/// The name of a policy in another process: one of those prefixes, and the file or the command behind it.
struct PolicyWords {
  std::string prefix;
  std::string rest;

  bool is_python() const { return prefix == python_prefix; }
  /// Whether it runs already, and listens at a socket.
  bool is_socket() const { return prefix == socket_prefix; }
  /// Whether one file is behind the prefix, and no command.
  bool is_one_file() const { return is_python() || is_socket(); }
  /// Whether it speaks Batsim's protocol.
  bool is_batsim() const { return prefix == batsim_prefix; }
};

/// The parts of the name. The prefix is "" if it is the name of another policy.
PolicyWords policy_words(const std::string& policy);
/// The words of a text, between which are blanks.
std::vector<std::string> words_of(const std::string& text);
/// The absolute path of a file; any other word as it is. A path with a blank would be two words, and is not
/// made.
std::string placed_word(const std::filesystem::path& word);
/// The name of a policy: it has no folders.
std::string name_of(const std::string& policy);
/// A list of files, separated by commas, without the folders of those that are there.
std::string file_names(const std::string& files);

} // namespace malha::external
