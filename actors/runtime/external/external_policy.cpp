// SPDX-License-Identifier: MIT
#include "external_policy.hpp"

#include "batsim/batsim_process.hpp"
#include "batsim/batsim_queue.hpp"
#include "external_question.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/split.hpp"
#include "policy_words.hpp"

#include <unistd.h>

#include <cstdlib>

namespace malha::external {
namespace {

namespace fs = std::filesystem;

fs::path& folder_of_python() {
  static fs::path folder;
  return folder;
}

bool is_program(const fs::path& file) {
  std::error_code unknown;
  return fs::is_regular_file(file, unknown) && access(file.c_str(), X_OK) == 0;
}

/// The file of a program; "" if there is none.
fs::path program_file(const std::string& word) {
  if (word.find('/') != std::string::npos)
    return is_program(word) ? fs::absolute(word) : fs::path();
  const char* const path = std::getenv("PATH");
  for (const auto& folder : split(path == nullptr ? "" : path, ':'))
    if (const auto file = fs::path(std::string(folder)) / word; is_program(file))
      return fs::absolute(file);
  return {};
}

/// Python and what it needs to run a policy, with absolute paths.
Program python_program(const std::string& policy, const std::string& script) {
  std::error_code unknown;
  if (script.empty() || !fs::is_regular_file(script, unknown))
    throw std::invalid_argument("policy '" + policy + "': there is no file '" + script +
                                "'; valid: python:FILE, with the path of a file in Python");
  const auto python = program_file("python3");
  if (python.empty())
    throw std::invalid_argument("policy '" + policy +
                                "': there is no python3 on the PATH; policies in Python need Python 3.11 or "
                                "later, and nothing else does");
  const auto launcher = folder_of_python() / "serve_policy.py";
  if (!fs::exists(launcher))
    throw std::invalid_argument("policy '" + policy + "': " + launcher.string() +
                                " is not there; it comes with Malha");
  // The order of sets of texts is the same in each run then.
  return {{python.string(), launcher.string(), fs::absolute(script).string()},
          {{"PYTHONHASHSEED", "0"}, {"PYTHONDONTWRITEBYTECODE", "1"}}};
}

/// A program that listens already.
Program listening_program(const std::string& policy, const std::string& socket) {
  std::error_code unknown;
  if (socket.empty() || !fs::is_socket(socket, unknown))
    throw std::invalid_argument("policy '" + policy + "': there is no socket '" + socket +
                                "'; valid: socket:PATH, where a program listens that runs already");
  Program program;
  program.socket = fs::absolute(socket).string();
  return program;
}

/// Throws std::invalid_argument unless a scheduler that speaks Batsim's protocol can be asked.
void check_batsim(const std::string& policy, const std::string& command, const std::string& question) {
  if (question != cluster::Queue::question)
    throw std::invalid_argument("policy '" + policy +
                                "' speaks Batsim's protocol, which asks for jobs to be "
                                "executed on nodes; valid: where " +
                                cluster::Queue::question + " is asked, and " + question + " is asked here");
  if (command.find(BatsimProcess::placeholder) == std::string::npos)
    throw std::invalid_argument("policy '" + policy +
                                "': its command does not say where its socket is; "
                                "valid: " +
                                BatsimProcess::placeholder +
                                " among its words, such as external:batsim:batsched -s {socket}");
  try {
    RequestSocket::need_library();
  } catch (const std::runtime_error& missing) {
    throw std::invalid_argument("policy '" + policy + "': " + missing.what());
  }
}

/// The program and what it needs, with absolute paths.
Program program_of(const std::string& policy) {
  const auto known = policy_words(policy);
  if (known.is_python())
    return python_program(policy, known.rest);
  if (known.is_socket())
    return listening_program(policy, known.rest);
  auto words = words_of(known.rest);
  const auto file = words.empty() ? fs::path() : program_file(words.front());
  if (file.empty())
    throw std::invalid_argument("policy '" + policy + "': '" + (words.empty() ? "" : words.front()) +
                                "' is no program; valid: " + known.prefix + "COMMAND, such as " +
                                known.prefix + "./prog, or a program on the PATH, with its arguments");
  words.front() = file.string();
  for (std::size_t i = 1; i < words.size(); ++i)
    words[i] = placed_word(words[i]);
  return {words, {}};
}

/// The programs by their policies as `placed_policy` says them: the folder in which a run is made may change
/// later, and two policies may have one name.
std::map<std::string, Program>& programs() {
  static std::map<std::string, Program> all;
  return all;
}

std::map<std::string, std::string> arguments_in(const std::string& text) {
  std::map<std::string, std::string> arguments;
  for (const auto& word : words_of(text)) {
    const auto equals = word.find('=');
    if (equals == 0 || equals == std::string::npos)
      throw std::invalid_argument("'" + word +
                                  "' in its arguments is no name=value; valid: such as "
                                  "\"depth=2 alpha=0.5\"");
    if (!arguments.emplace(word.substr(0, equals), word.substr(equals + 1)).second)
      throw std::invalid_argument("'" + word.substr(0, equals) + "' is twice in its arguments");
  }
  return arguments;
}

std::unique_ptr<Policy> make_external(const Parameters& parameters, RandomStreams& streams) {
  constexpr int most_bits = 53; // of a whole number that every reader of JSON keeps
  const auto& asked = *find_external_question(parameters.text("question"));
  const Hello hello{asked.name,
                    asked.asks,
                    asked.tells,
                    asked.says,
                    arguments_in(parameters.text("arguments")),
                    streams.stream("external")() >> (64 - most_bits)};
  return asked.make(std::make_unique<Conversation>(programs().at(parameters.text("program")), hello,
                                                   parameters.real("timeout")));
}

std::unique_ptr<Policy> make_batsim(const Parameters& parameters, RandomStreams&) {
  return batsim_queue(programs().at(parameters.text("program")), parameters.text("arguments"),
                      parameters.real("timeout"));
}

ParameterSpec trait_parameter(Trait trait) {
  const auto& word = word_of(trait);
  return choice(word.word, "no", {"no", "yes"}, std::string("what its schedules show: ") + word.meaning);
}

std::vector<ParameterSpec> parameters_of(const std::string& program, const std::string& question) {
  return {text("arguments", "",
               policy_words(program).is_batsim()
                   ? "what it is told when it begins, as sched-config"
                   : "what it is told when it begins: name=value, separated by blanks"),
          text("files", "",
               "files that it reads, separated by commas: their content is a part of what "
               "identifies a run, as that of its program is"),
          real("timeout", 60, above(0), "s", "real time for an answer; the run ends with an error behind it"),
          integer("copies", 1, between(1, 1e6), "count",
                  "what its schedules show: so many attempts of a task may run at once"),
          trait_parameter(Trait::changing_heads),
          trait_parameter(Trait::resumed_work),
          trait_parameter(Trait::stops_within_shares),
          choice("program", program, {program}, "what answers, in a process of its own"),
          choice("question", question, {question}, "the question that it answers")};
}

PolicyDescriptor described(const std::string& policy, const std::string& question) {
  const auto program = placed_policy(policy);
  programs().emplace(program, program_of(policy));
  PolicyDescriptor made{name_of(policy),
                        question,
                        "answers in a process of its own",
                        "",
                        parameters_of(program, question),
                        policy_words(policy).is_batsim() ? make_batsim : make_external};
  made.allows = {{Trait::copies, {}, {{"copies", "1"}}, "copies"}};
  for (const auto trait : {Trait::changing_heads, Trait::resumed_work, Trait::stops_within_shares})
    made.allows.push_back({trait, {{word_of(trait).word, "yes"}}});
  return made;
}

std::vector<std::string> known_questions() {
  std::vector<std::string> names;
  for (const auto& question : linked_parts<ExternalQuestion>())
    names.push_back(question.name);
  return names;
}

} // namespace

const PolicyDescriptor& external_policy(const std::string& policy, const std::string& question) {
  static std::map<std::pair<std::string, std::string>, PolicyDescriptor> all;
  const std::pair key(policy, question);
  if (const auto found = all.find(key); found != all.end())
    return found->second;
  if (question.empty())
    throw std::invalid_argument("policy '" + policy +
                                "' answers whatever question it is asked: there is "
                                "nothing to say of it without one");
  if (find_external_question(question) == nullptr)
    throw std::invalid_argument("policy '" + policy + "': no policy in another process can answer " +
                                question + "; valid: " + listed(known_questions()));
  if (const auto words = policy_words(policy); words.is_batsim())
    check_batsim(policy, words.rest, question);
  return all.emplace(key, described(policy, question)).first->second;
}

std::map<std::string, std::string> shown_parameters(const PolicyDescriptor& policy,
                                                    const Parameters& parameters) {
  auto shown = parameters.all();
  if (is_external(policy.name)) {
    shown.erase("program");
    shown["files"] = file_names(shown["files"]);
  }
  return shown;
}

std::vector<fs::path> files_of(const PolicyDescriptor& policy, const Parameters& parameters) {
  const auto& words = programs().at(parameters.text("program")).words;
  std::vector<fs::path> files;
  for (std::size_t i = policy_words(policy.name).is_python() ? 2 : 0; i < words.size(); ++i)
    if (std::error_code unknown; fs::is_regular_file(words[i], unknown))
      files.push_back(fs::absolute(words[i]));
  for (const auto& given : split(parameters.text("files"), ','))
    if (const std::string name(given); !name.empty()) {
      if (std::error_code unknown; !fs::is_regular_file(name, unknown))
        throw InputError("policy '" + policy.name + "': parameter 'files' names '" + name +
                         "', and there is no such file");
      files.push_back(fs::absolute(name));
    }
  return files;
}

void set_python_folder(const fs::path& folder) { folder_of_python() = folder; }

} // namespace malha::external
