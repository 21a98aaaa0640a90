// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/plugin.hpp"

#include <filesystem>

namespace malha::external {

/// Whether the name of a policy says that it runs in another process: "python:FILE" or "external:COMMAND".
bool is_external(const std::string& policy);

/// The descriptor of such a policy, as it answers a question; the same object each time. Its name is without
/// the folder of the file, since that does not change what it answers. Throws
/// std::invalid_argument if the file or the program is not there, or no policy in another process can answer
/// the question.
const PolicyDescriptor& external_policy(const std::string& policy, const std::string& question);

/// The same policy for a process in another folder: with the absolute path of its file. Any other text is
/// returned as it is.
std::string placed_policy(const std::string& policy);

/// The files by which such a policy is known: its program, the files among the words of its command, and
/// those of its parameter `files`. Throws std::invalid_argument if one is not there.
std::vector<std::filesystem::path> files_of(const PolicyDescriptor& policy, const Parameters& parameters);

/// Says where serve_policy.py is, which runs policies in Python.
void set_python_folder(const std::filesystem::path& folder);

} // namespace malha::external
