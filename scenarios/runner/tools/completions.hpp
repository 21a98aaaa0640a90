// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/runs/library.hpp"

#include <functional>

namespace malha {

/// A command line as far as it has been typed.
struct TypedLine {
  std::string verb;
  std::vector<std::string> arguments;                      ///< those that stand without an option
  std::map<std::string, std::vector<std::string>> options; ///< values by the long name of the option

  const std::vector<std::string>& values(const std::string& option) const;
};

/// What may stand at a place of a command line.
struct Candidates {
  std::map<std::string, std::string> words; ///< each with a sentence; "" where there is none
  bool files = false;                       ///< or any file
  bool folders = false;                     ///< or any folder
};

/// Opens the plugins when it is called first.
using OpenLibrary = std::function<const Library&()>;

/// What may stand for an argument that --help calls "SCENARIO" or "policy|actor". Throws InputError.
Candidates candidates_for(const std::string& placeholder, const std::string& verb,
                          const OpenLibrary& library);
/// What may be the value of an option, for which "K=V" or "jobs|metrics" stands in --help. Of the word that
/// is begun only the key of a setting counts. Throws InputError.
Candidates candidates_for_option(const std::string& option, const std::string& placeholder,
                                 const std::string& word, const TypedLine& line, const OpenLibrary& library);

} // namespace malha
