// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/runs/library.hpp"

#include <functional>

namespace malha {

/// A command line as far as it has been typed.
struct TypedLine {
  std::string verb;
  std::vector<std::string> arguments;                      ///< words without an option
  std::map<std::string, std::vector<std::string>> options; ///< values by the long name of the option

  const std::vector<std::string>& values(const std::string& option) const;
};

/// The candidates for a word of a command line.
struct Candidates {
  std::map<std::string, std::string> words; ///< each with a sentence, or ""
  bool files = false;                       ///< or any file
  bool folders = false;                     ///< or any folder
};

/// Opens the plugins at the first call.
using OpenLibrary = std::function<const Library&()>;

/// The candidates for an argument that --help calls "SCENARIO" or "policy|actor". Throws InputError.
Candidates candidates_for(const std::string& placeholder, const std::string& verb,
                          const OpenLibrary& library);
/// The candidates for the value of an option, which --help calls "K=V" or "jobs|metrics". Of the typed part
/// of a word only the key of a setting counts. Throws InputError.
Candidates candidates_for_option(const std::string& option, const std::string& placeholder,
                                 const std::string& word, const TypedLine& line, const OpenLibrary& library);

} // namespace malha
