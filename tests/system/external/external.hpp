// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/external/external_policy.hpp"
#include "tests/support/catalog.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace malha::testing {

inline const std::filesystem::path python_folder = MALHA_SOURCE_FOLDER "/policies/python";

/// A policy in another process, as an actor gets it.
template <class Question = Policy>
std::unique_ptr<Question> external_policy(const std::string& name, const std::string& question,
                                          const std::map<std::string, std::string>& given = {}) {
  external::set_python_folder(python_folder);
  const auto& policy = shipped_catalog().policy(name, question);
  static RandomStreams streams(1);
  auto made = policy.make(Parameters(policy.parameters, given), streams);
  return std::unique_ptr<Question>(static_cast<Question*>(made.release()));
}

/// A policy in Python.
template <class Question = Policy>
std::unique_ptr<Question> python_policy(const std::filesystem::path& script, const std::string& question,
                                        const std::map<std::string, std::string>& given = {}) {
  return external_policy<Question>("python:" + script.string(), question, given);
}

/// A scheduler of these tests that speaks Batsim's protocol.
inline const std::string batsim_scheduler = MALHA_SOURCE_FOLDER "/tests/system/external/batsim_scheduler.py";

/// What a Python program says that uses the package.
inline Said python(const std::string& source) {
  const TemporaryFolder folder;
  write_text(folder / "mine.py", source);
  return run_shell("PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='" + python_folder.string() +
                       "'${PYTHONPATH:+:$PYTHONPATH} python3 mine.py",
                   folder.path());
}

/// The words of a process; "" if it has ended meanwhile, in whose file nothing can be read.
inline std::string words_of_process(const std::filesystem::path& process) {
  try {
    return text_of(process / "cmdline");
  } catch (const std::exception&) {
    return "";
  }
}

/// The number of processes that have this text among their words.
inline int processes_with(const std::string& text) {
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc"))
    if (entry.path().filename().string().find_first_not_of("0123456789") == std::string::npos &&
        entry.path().filename() != std::to_string(getpid()) &&
        words_of_process(entry.path()).find(text) != std::string::npos)
      ++found;
  return found;
}

} // namespace malha::testing
