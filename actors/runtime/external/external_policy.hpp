// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/plugin.hpp"

#include <filesystem>

namespace malha::external {

/// Whether the name of a policy says that it runs in another process: "python:FILE", "external:COMMAND", or
/// "external:batsim:COMMAND", which speaks Batsim's protocol, or "socket:PATH" if it runs already.
bool is_external(const std::string& policy);

/// The descriptor of such a policy, as it answers a question; the same object each time. Its name is without
/// the folders of its files, since they do not change what it answers; two policies may have one name, and
/// are known by the content of their files. Throws std::invalid_argument if the file or the program is not
/// there, or no policy in another process can answer the question.
const PolicyDescriptor& external_policy(const std::string& policy, const std::string& question);

/// The same policy for a process in another folder: with the absolute paths of its file, or of its program
/// and the files among its words. Any other text is returned as it is.
std::string placed_policy(const std::string& policy);

/// Whether a setting with this key may be the parameter `files` of such a policy.
bool is_files(const std::string& key);
/// A value of that parameter with absolute paths of files that are there.
std::string placed_files(const std::string& files);

/// What results say of the parameters of a policy: of one in another process, nothing that depends on the
/// folders of its files.
std::map<std::string, std::string> shown_parameters(const PolicyDescriptor& policy,
                                                    const Parameters& parameters);

/// The files by which such a policy is known: its program, the files among the words of its command, and
/// those of its parameter `files`. Throws InputError if one is not there.
std::vector<std::filesystem::path> files_of(const PolicyDescriptor& policy, const Parameters& parameters);

/// Says where serve_policy.py is, which runs policies in Python.
void set_python_folder(const std::filesystem::path& folder);

} // namespace malha::external
