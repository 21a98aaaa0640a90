// SPDX-License-Identifier: MIT
#include "question_header.hpp"

#include <regex>

namespace malha {
namespace {

std::string without_comments(const std::string& text) {
  static const std::regex comment(R"(//[^\n]*|/\*[^*]*\*+([^/*][^*]*\*+)*/)");
  return std::regex_replace(text, comment, " ");
}

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(" \t\n\r");
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t\n\r") - begin + 1);
}

/// The namespaces that are open at a place, "a::b".
std::string space_at(const std::string& text, std::size_t place) {
  static const std::regex opening(R"(namespace\s+([\w:]+)\s*$)");
  std::vector<std::string> open;
  for (std::size_t i = 0, begin = 0; i < place; ++i) {
    if (text[i] == '{') {
      const auto before = text.substr(begin, i - begin);
      std::smatch found;
      open.push_back(std::regex_search(before, found, opening) ? found[1].str() : "");
    } else if (text[i] == '}' && !open.empty()) {
      open.pop_back();
    }
    if (text[i] == '{' || text[i] == '}' || text[i] == ';')
      begin = i + 1;
  }
  std::string space;
  for (const auto& one : open)
    if (!one.empty())
      space += (space.empty() ? "" : "::") + one;
  return space;
}

/// What stands from an opening brace to the one that closes it.
std::string body_from(const std::string& text, std::size_t brace) {
  int depth = 0;
  for (auto i = brace; i < text.size(); ++i) {
    depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
    if (depth == 0)
      return text.substr(brace, i - brace);
  }
  return text.substr(brace);
}

/// "a, std::map<b, c> d" is two arguments.
std::vector<std::string> arguments_in(const std::string& text) {
  std::vector<std::string> arguments;
  int depth = 0;
  std::string one;
  for (const char c : text + ",") {
    depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
    if (c != ',' || depth > 0) {
      one += c;
      continue;
    }
    if (const auto argument = trimmed(one.substr(0, one.find('='))); !argument.empty())
      arguments.push_back(argument);
    one.clear();
  }
  return arguments;
}

} // namespace

std::optional<QuestionInterface> interface_in(const std::string& header, const std::string& question) {
  const auto text = without_comments(header);
  const auto named = text.find("\"" + question + "\"");
  if (named == std::string::npos)
    return std::nullopt;
  static const std::regex beginning(R"((?:class|struct)\s+(\w+)\s*(?:final\s*)?:[^;{}]*\{)");
  std::optional<QuestionInterface> found;
  std::size_t brace = 0;
  for (auto one = std::sregex_iterator(text.begin(), text.end(), beginning); one != std::sregex_iterator();
       ++one)
    if (const auto at = static_cast<std::size_t>(one->position()); at < named) {
      found = QuestionInterface{space_at(text, at), (*one)[1].str(), {}};
      brace = at + static_cast<std::size_t>(one->length()) - 1;
    }
  if (!found)
    return std::nullopt;
  static const std::regex pure(
      R"(virtual\s+([^;{}()]+?)\s*\b(\w+)\s*\(([^;{}]*)\)\s*(const)?[^;{}()]*=\s*0\s*;)");
  const auto body = body_from(text, brace);
  for (auto one = std::sregex_iterator(body.begin(), body.end(), pure); one != std::sregex_iterator(); ++one)
    found->functions.push_back({trimmed((*one)[1].str()), (*one)[2].str(), arguments_in((*one)[3].str()),
                                (*one)[4].matched ? " const" : ""});
  return found->functions.empty() ? std::nullopt : found;
}

std::string empty_answer_to(const QuestionInterface& question, const std::string& include,
                            const std::string& policy_class, const std::string& policy_name) {
  std::string text =
      "// Answers nothing yet: write here what it decides, and say it in the last line of this file.\n"
      "#include \"" +
      include + "\"\n\n";
  text += question.space.empty() ? "namespace {\n\n" : "namespace " + question.space + " {\nnamespace {\n\n";
  text += "class " + policy_class + " : public " + question.class_name + " {\npublic:\n";
  for (const auto& function : question.functions) {
    std::string arguments;
    for (const auto& argument : function.arguments)
      arguments += (arguments.empty() ? "[[maybe_unused]] " : ", [[maybe_unused]] ") + argument;
    text += "  " + function.returned + " " + function.name + "(" + arguments + ")" + function.qualifiers +
            " override {" + (function.returned == "void" ? "" : " return {}; ") + "}\n";
  }
  text += "};\n\n} // namespace\n\nMALHA_POLICY(malha::policy<" + policy_class + ">(\"" + policy_name +
          "\", \"answers nothing\", \"\"))\n";
  return text + (question.space.empty() ? "" : "\n} // namespace " + question.space + "\n");
}

} // namespace malha
