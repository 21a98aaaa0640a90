// SPDX-License-Identifier: MIT
#include "policies/sdk/near_names.hpp"
#include "results/files/files.hpp"
#include "results/files/table.hpp"
#include "results/files/visible_text.hpp"
#include "scenarios/runner/campaign/scratch_folder.hpp"
#include "scenarios/runner/commands/options.hpp"
#include "scenarios/runner/commands/usage.hpp"

#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <iostream>
#include <regex>
#include <sstream>

namespace malha {
namespace {

namespace io = boost::iostreams;
namespace po = boost::program_options;

/// The text in troff: a '-' is one that can be copied, and no line begins with a request.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : visible(text)) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n'))
      out += std::string("\\&") + c;
    else
      out += c;
  }
  return out;
}

std::string bold(const std::string& text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + escaped(text) + "\\fR"; }
std::string section(const std::string& name) { return ".SH " + name + "\n"; }
std::string item(const std::string& head, const std::string& text) {
  return ".TP\n" + head + "\n" + escaped(text) + "\n";
}

/// The first lines of a page. It has no date, so that the same program always writes the same page.
std::string head_of(const std::string& page, const std::string& summary) {
  return ".TH " + page + " 1 \"\" \"malha " MALHA_VERSION "\" Malha\n" + section("NAME") + escaped(page) +
         " \\- " + escaped(summary) + "\n";
}

/// An option as a page names it: "-o, --output DIR".
std::string named(const po::option_description& option) {
  const auto letter = letter_of(option), value = value_of(option);
  const bool may_lack = takes_value(option) && !needs_value(option);
  return (letter.empty() ? "" : bold(letter) + ", ") + bold("--" + option.long_name()) +
         (value.empty() ? "" : (may_lack ? "[=" : " ") + italic(value) + (may_lack ? "]" : ""));
}

/// "; 0 by default", or "" where an option has no default.
std::string default_of(const po::option_description& option) {
  const auto text = option.format_parameter(); // "S (=0)"
  const auto begin = text.find(" (=");
  return begin == std::string::npos ? ""
                                    : "; " + text.substr(begin + 3, text.size() - begin - 4) + " by default";
}

/// Lines as they are, such as an example.
std::string as_it_is(const std::string& lines) { return ".nf\n" + escaped(lines) + ".fi\n"; }

std::string see_also(const std::string& left_out) {
  std::string pages = left_out.empty() ? "" : bold("malha") + "(1)";
  for (const auto& command : linked_parts<Command>())
    if (command.name != left_out)
      pages += (pages.empty() ? "" : ",\n") + bold("malha-" + command.name) + "(1)";
  return section("SEE ALSO") + pages + "\n";
}

std::string page_of(const Command& command) {
  auto text = head_of("malha-" + command.name, command.summary) + section("SYNOPSIS") + bold("malha") + " " +
              escaped(command.usage) + "\n";
  if (!command.text.empty())
    text += section("DESCRIPTION") + escaped(command.text) + "\n";
  if (const auto page = help_page_of(command)) {
    text += section("OPTIONS");
    for (const auto& option : page->options.options())
      text += item(named(*option), option->description() + default_of(*option));
  }
  if (!command.example.empty())
    text += section("EXAMPLE") + as_it_is(in_shell_lines(command.example));
  return text + see_also(command.name);
}

/// What the exit status says; the first that applies.
const std::vector<std::pair<std::string, std::string>> exit_statuses{
    {"0", "all is well"},
    {"1", "done, but a published value or a claim is missed that is not recorded as known, a rerun gives "
          "something else, or a schedule is not valid"},
    {"2", "bad input, which the message names"},
    {"3", "a plugin broke a rule"},
    {"4", "a deadlock, or max_time was reached where a scenario does not expect it"},
    {"5", "a run died, or a result could not be written"}};

/// The page of the program itself.
std::string page_of_all() {
  auto text = head_of("malha", "scheduler study suite on SimGrid") + section("SYNOPSIS") + bold("malha") +
              " " + italic("COMMAND") + " …\n" + section("DESCRIPTION") +
              "What does this scheduler do on this grid, with this load, compared with that one?\n" +
              section("COMMANDS");
  for (const auto& command : linked_parts<Command>())
    text += item(bold("malha " + command.usage), command.summary);
  text += section("EXIT STATUS");
  for (const auto& [status, meaning] : exit_statuses)
    text += item(bold(status), meaning);
  return text + section("ENVIRONMENT") +
         item(bold("MALHA_PLUGIN_PATH"), "folders of more plugins, separated by ':'") +
         item(bold("TMPDIR"), "the folder of temporary files; /tmp by default") + see_also("");
}

/// The page without troff, for a terminal on a machine without man.
std::string plain(const std::string& page) {
  static const std::regex fonts(R"(\\f.|\\&)"), dashes(R"(\\-)"), backslashes(R"(\\e)");
  std::istringstream lines(page);
  std::string text;
  bool is_head = false; // of an item: the next line is what it is called
  for (std::string line; std::getline(lines, line);) {
    line = std::regex_replace(std::regex_replace(line, fonts, ""), dashes, "-");
    line = std::regex_replace(line, backslashes, R"(\)");
    if (line.rfind(".SH ", 0) == 0)
      text += (text.empty() ? "" : "\n") + line.substr(4) + "\n";
    else if (line.rfind('.', 0) != 0)
      text += wrapped(line, is_head ? "  " : "    ");
    is_head = line == ".TP";
  }
  return text;
}

/// Has man show the page on the terminal. False where there is no man.
bool show_by_man(const std::string& page) {
  const ScratchFolder folder;
  const auto file = folder.path() / "malha.1";
  write_file(file, [&](std::ostream& out) { out << page; });
  std::cout.flush();
  const pid_t child = fork();
  if (child == 0) {
    execlp("man", "man", "-l", file.c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// A terminal gets the page as people read it, a pipe or a file what man reads.
void show(const std::string& page) {
  if (isatty(STDOUT_FILENO) == 0)
    std::cout << page;
  else if (!show_by_man(page))
    std::cout << plain(page);
}

int manual_command(const std::vector<std::string>& words) {
  const Options options("manual", words, Options::none, "[COMMAND]",
                        {{"output,o", "DIR", "write all pages, compressed, into this folder"}});
  if (options.help())
    return 0;
  const auto& commands = linked_parts<Command>();
  if (options.has("output")) {
    const std::filesystem::path folder = options.text("output");
    make_folder(folder);
    const auto write = [&](const std::string& page, const std::string& text) {
      write_file(folder / (page + ".1.gz"), [&](std::ostream& out) {
        io::filtering_ostream packed;
        packed.push(io::gzip_compressor(io::gzip::best_compression));
        packed.push(out);
        packed << text;
      });
    };
    write("malha", page_of_all());
    for (const auto& command : commands)
      write("malha-" + command.name, page_of(command));
    return 0;
  }
  if (options.positional().empty()) {
    show(page_of_all());
    return 0;
  }
  if (const auto* command = command_named(options.one())) {
    show(page_of(*command));
    return 0;
  }
  throw InputError("manual: unknown command '" + options.one() + "'" +
                   instead_of(options.one(), command_names(), "malha help"));
}

} // namespace

MALHA_COMMAND(
    "manual", "manual [COMMAND]", "the manual page of Malha, or of a command", manual_command, 130,
    "Shows the manual page of Malha, or of a command, with the text of --help. Through a pipe it prints "
    "the source of the page, for the program man. Installed packages contain these pages.",
    "manual run | man -l -")

} // namespace malha
