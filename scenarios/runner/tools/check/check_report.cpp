// SPDX-License-Identifier: MIT
#include "check_report.hpp"

#include "results/files/table.hpp"
#include "scenarios/runner/conformance/opened_plugin.hpp"

#include <algorithm>
#include <ostream>

namespace malha {
namespace {

using conformance::Finding;
using conformance::PluginReport;

struct ReportRow {
  const char* name;
  const char* good; ///< the text if nothing was found; null: no text
  bool is_of_answers = true;
};

constexpr ReportRow report_rows[] = {
    {"opened", nullptr, false},
    {"described", "its description is complete", false},
    {"output", "it writes nothing to the standard output and error", false},
    {"ends", "every call returns"},
    {"rules", "every answer keeps the rules of the question"},
    {"repeats", "another process gives the same answers"},
    {"addresses", "they are the same at other memory addresses"},
    {"state", "they are the same after other instances were asked"},
    {"memory", "valgrind sees no leak, and no use of invalid memory"},
};

void print_row(const std::string& name, const std::string& text, std::ostream& out) {
  constexpr std::size_t column = 13;
  const auto lines = wrapped(text, std::string(column, ' '));
  const auto begin = "  " + name;
  out << begin << lines.substr(begin.size());
}

std::string text_of(const ComparedTime& time) {
  const auto text = shown(time.time * 1e6, 2) + " µs a call";
  if (!time.of_median)
    return text;
  return text + ", " + shown(*time.of_median, 2) + " times the median of the " +
         std::to_string(time.shipped) + " shipped policies of its question";
}

void print_finding(const Finding& finding, const PluginReport& report,
                   const std::map<std::string, std::filesystem::path>& saved, std::ostream& out) {
  print_row(finding.row, "FOUND: " + finding.sentence, out);
  if (finding.example.is_null())
    return;
  const auto file = saved.find(finding.row);
  const std::string again = "malha check " + conformance::words_for(report.file) + " --replay ";
  if (file != saved.end()) {
    out << wrapped("ask it again: " + again + file->second.string(), "    ");
    return;
  }
  constexpr std::ptrdiff_t most_lines = 40;
  const auto example = conformance::lines_of(finding.example, "    ", terminal_width);
  if (std::count(example.begin(), example.end(), '\n') < most_lines)
    out << "    the smallest example that was found (--replay asks it again):\n" << example << '\n';
  else
    out << wrapped("the smallest example that was found is long; --save DIR writes it into a file", "    ");
}

std::string head_of(const PluginReport& report) {
  const auto& described = report.described;
  if (described.is_policy)
    return described.name + ": a policy that answers " + described.question;
  if (described.names.empty())
    return report.file.filename().string() +
           (described.refused.empty() ? ": a plugin" : ": it cannot be checked");
  return in_words(described.names) + ": " + described.what;
}

/// "1000 random views, 1000 calls", "200 random runs of up to 40 jobs (6061 decisions)"
std::string asked_in(const PluginReport& report) {
  const auto views = std::to_string(report.views), calls = std::to_string(report.calls);
  if (!report.are_runs)
    return views + " random views, " + calls + " calls";
  const auto jobs = std::to_string(report.longest_run);
  return views + " random runs" + (report.longest_run > 0 ? " of up to " + jobs + " jobs (" : " (") + calls +
         " decisions)";
}

void print_report_row(const ReportRow& row, const PluginReport& report,
                      const std::map<std::string, std::filesystem::path>& saved, std::ostream& out) {
  bool is_found = false;
  for (const auto& finding : report.findings)
    if (finding.row == row.name) {
      is_found = true;
      print_finding(finding, report, saved, out);
    }
  if (is_found || row.good == nullptr)
    return;
  const auto why = report.not_looked_at.find(row.name);
  if (why == report.not_looked_at.end())
    return print_row(row.name, row.good, out);
  if (report.views > 0 || !row.is_of_answers) // otherwise one line speaks of all rows of answers
    print_row(row.name, "not looked at: " + why->second, out);
}

} // namespace

void print_check(const PluginReport& report, const std::optional<ComparedTime>& time,
                 const std::map<std::string, std::filesystem::path>& saved, std::ostream& out) {
  out << wrapped(head_of(report), "") << "  from " << conformance::words_for(report.file) << '\n';
  if (report.views > 0)
    out << wrapped(asked_in(report) + ", under " + std::to_string(std::max<std::size_t>(1, report.settings)) +
                       (report.settings > 1 ? " settings of its parameters" : " setting of its parameters"),
                   "  ");
  for (const auto& row : report_rows)
    print_report_row(row, report, saved, out);
  if (const auto why = report.not_looked_at.find("rules");
      report.views == 0 && why != report.not_looked_at.end())
    print_row("answers", "not looked at: " + why->second, out);
  if (time)
    print_row("time", text_of(*time), out);
}

void print_checks(const std::vector<PluginReport>& reports,
                  const std::vector<std::optional<ComparedTime>>& times, std::ostream& out) {
  Table table({"plugin", "question", "views", "calls", "µs a call", "of shipped", "found"},
              {false, false, true, true, true, true, true});
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const auto& report = reports[i];
    const auto& time = times[i];
    const auto& described = report.described;
    table.add({described.names.empty() ? report.file.filename().string() : in_words(described.names),
               described.is_policy ? described.question : described.what, std::to_string(report.views),
               std::to_string(report.calls), time ? shown(time->time * 1e6, 2) : "-",
               time && time->of_median ? shown(*time->of_median, 2) : "-",
               std::to_string(report.findings.size())});
  }
  table.print(out);
}

} // namespace malha
