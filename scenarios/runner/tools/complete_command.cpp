// SPDX-License-Identifier: MIT
#include "completions.hpp"
#include "results/files/shell_words.hpp"
#include "results/files/visible_text.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/options.hpp"

#include <algorithm>
#include <iostream>
#include <sstream>

namespace malha {
namespace {

namespace po = boost::program_options;

/// A line that has been typed, and the meaning of the word after it.
struct Place {
  TypedLine line;
  const po::option_description* option =
      nullptr; ///< the option whose value the word is; null: it is no value
};

/// The option of a word; null if the command has no such option.
const po::option_description* option_named(const std::string& word, const HelpPage& page) {
  for (const auto& option : page.options.options())
    if (!word.empty() && (word == "--" + option->long_name() || word == letter_of(*option)))
      return option.get();
  return nullptr;
}

/// Reads words as `Options` would, without errors: the line is not finished.
Place place_behind(const std::string& verb, const std::vector<std::string>& words, const HelpPage& page) {
  Place place{{verb, {}, {}}};
  for (const auto& word : words) {
    if (place.option != nullptr) {
      place.line.options[place.option->long_name()].push_back(word);
      place.option = nullptr;
      continue;
    }
    const bool is_long = word.rfind("--", 0) == 0;
    const auto end = is_long ? std::min(word.find('='), word.size()) : std::min<std::size_t>(2, word.size());
    const auto* option = option_named(word.substr(0, end), page);
    if (option == nullptr)
      place.line.arguments.push_back(word);
    else if (end < word.size())
      place.line.options[option->long_name()].push_back(word.substr(is_long ? end + 1 : end));
    else if (needs_value(*option))
      place.option = option;
  }
  return place;
}

/// The name in --help of the argument with this number, from 0. The last one repeats if it ends in "…".
std::string placeholder_at(std::size_t number, const std::string& positional) {
  std::istringstream parts(positional);
  std::string part, found;
  const std::string repeated = "…";
  for (std::size_t i = 0; parts >> part; ++i) {
    const bool repeats =
        part.size() > repeated.size() && part.substr(part.size() - repeated.size()) == repeated;
    if (repeats)
      part.resize(part.size() - repeated.size());
    if (part.front() == '[' && part.back() == ']')
      part = part.substr(1, part.size() - 2);
    if (i == number || (repeats && i < number))
      found = part;
  }
  return found;
}

Candidates option_names(const HelpPage& page) {
  Candidates found;
  for (const auto& option : page.options.options())
    found.words["--" + option->long_name()] = option->description();
  return found;
}

/// The candidates with a prefix, which stands before the value in the same word.
Candidates behind(const std::string& prefix, const Candidates& candidates) {
  Candidates found{{}, candidates.files, candidates.folders};
  for (const auto& [word, sentence] : candidates.words)
    found.words[prefix + word] = sentence;
  return found;
}

Candidates candidates_in(const Command& command, const std::vector<std::string>& before,
                         const std::string& word, const OpenLibrary& library) {
  const auto page = help_page_of(command);
  if (!page)
    return {};
  const auto place = place_behind(command.name, before, *page);
  const auto of = [&](const po::option_description& option, const std::string& begun) {
    return candidates_for_option(option.long_name(), value_of(option), begun, place.line, library);
  };
  if (place.option != nullptr)
    return of(*place.option, word);
  const auto equals = word.find('=');
  if (word.rfind("--", 0) == 0 && equals != std::string::npos) {
    const auto* option = option_named(word.substr(0, equals), *page);
    if (option == nullptr || !takes_value(*option))
      return {};
    return behind(word.substr(0, equals + 1), of(*option, word.substr(equals + 1)));
  }
  if (word.rfind('-', 0) == 0)
    return option_names(*page);
  return candidates_for(placeholder_at(place.line.arguments.size(), page->positional), command.name, library);
}

/// Prints the candidates. A shell puts a candidate into the line as it is, so only plain words are printed.
void print(const Candidates& candidates, const std::string& word) {
  for (const auto& [candidate, sentence] : candidates.words)
    if (candidate.rfind(word, 0) == 0 && is_plain_word(candidate))
      std::cout << candidate << (sentence.empty() ? "" : "\t" + visible_line(sentence)) << '\n';
  if (candidates.files)
    std::cout << ":files\n";
  if (candidates.folders)
    std::cout << ":folders\n";
}

Candidates first_words() {
  Candidates found;
  for (const auto& command : linked_parts<Command>())
    found.words[command.name] = command.summary;
  found.words["--help"] = "list the commands";
  found.words["--version"] = "print the version";
  return found;
}

int complete_command(const std::vector<std::string>& words) {
  const Options options("complete", words, Options::none, "WORD…");
  if (options.help())
    return 0;
  auto typed = options.positional();
  if (typed.empty())
    throw InputError("complete: missing arguments; usage: malha complete -- WORD…, the words after malha, "
                     "the last of which is completed");
  const auto word = typed.back();
  typed.pop_back();
  std::optional<Library> opened;
  const OpenLibrary library = [&]() -> const Library& {
    if (!opened)
      opened.emplace(plugin_paths_in(typed));
    return *opened;
  };
  if (typed.empty()) {
    if (std::getenv("MALHA_PLUGIN_PATH") != nullptr)
      library(); // commands of plugins
    print(first_words(), word);
    return 0;
  }
  const auto* command = command_named(typed.front());
  if (command == nullptr) {
    library();
    command = command_named(typed.front());
  }
  if (command != nullptr)
    print(candidates_in(*command, {typed.begin() + 1, typed.end()}, word, library), word);
  return 0;
}

} // namespace

MALHA_COMMAND("complete", "complete -- WORD…", "complete a word of a command line, for shells",
              complete_command, 140,
              "Prints the completions of the last word, after malha and the other words. Each line has a "
              "candidate, a tab, and its meaning; :files or :folders stand for any file or folder. The "
              "completions of bash and zsh call this command.",
              "complete -- run easygrid-")

} // namespace malha
