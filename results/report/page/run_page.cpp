// SPDX-License-Identifier: MIT
#include "run_page.hpp"

#include "html_table.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/csv_reader.hpp"
#include "results/files/files.hpp"
#include "results/files/table.hpp"
#include "results/report/data/escaping.hpp"
#include "results/report/data/readable.hpp"
#include "results/report/data/user_values.hpp"
#include "run_charts.hpp"

#include <algorithm>

namespace malha::page {
namespace {

/// A metric of the run, as schedule.csv has it.
struct RunMetric {
  std::string name, text, unit, meaning;
  std::optional<double> value;
  bool is_of_user, is_headline;

  std::string shown() const {
    return value ? readable({*value, {}, {}}, readable_unit(unit, std::abs(*value))) : text;
  }
  std::string exact() const { return value ? page::exact({*value, {}, {}}, unit) : text; }
};

std::vector<RunMetric> metrics_in(const std::filesystem::path& file,
                                  const std::map<std::string, MetricSpec>& known) {
  CsvReader reader(file);
  std::vector<RunMetric> metrics;
  if (reader.next())
    for (const auto& name : reader.names()) {
      const auto spec = find_metric(known, name);
      metrics.push_back({name, reader.text(name), spec ? spec->unit : "", spec ? spec->meaning : "",
                         parse_number<double>(reader.text(name)), spec && spec->is_by_user,
                         spec && spec->is_headline});
    }
  return metrics;
}

std::optional<double> value_of(const std::vector<RunMetric>& metrics, const std::string& name) {
  for (const auto& metric : metrics)
    if (metric.name == name)
      return metric.value;
  return std::nullopt;
}

/// "400 jobs ran within 3.5 d. They waited 2.1 h in the mean, 9.3 h at most. 3 were killed."
std::string sentence_of(const std::vector<RunMetric>& metrics) {
  const auto jobs = value_of(metrics, "jobs_finished"), span = value_of(metrics, "makespan");
  const auto killed = value_of(metrics, "jobs_killed").value_or(0);
  const auto rejected = value_of(metrics, "jobs_rejected").value_or(0);
  const auto wait = value_of(metrics, "mean_waiting_time"), longest = value_of(metrics, "max_waiting_time");
  if (!jobs)
    return "";
  std::string text = shown(*jobs, 9) + (*jobs == 1 ? " job ran" : " jobs ran") +
                     (span ? " within " + readable(*span, "s") : "") + ".";
  if (wait)
    text += " The mean wait was " + readable(*wait, "s") +
            (longest ? ", the longest " + readable(*longest, "s") : "") + ".";
  if (killed > 0)
    text += " " + shown(killed, 9) + (killed == 1 ? " was" : " were") + " killed.";
  if (rejected > 0)
    text += " " + shown(rejected, 9) + (rejected == 1 ? " was" : " were") + " rejected.";
  return text;
}

/// What a reader looks at first: the headlines, and jobs that did not end well.
bool is_in_front(const RunMetric& metric) {
  const bool is_bad_end = metric.name == "jobs_killed" || metric.name == "jobs_rejected";
  return is_bad_end ? metric.value.value_or(0) > 0 : metric.is_headline && !metric.is_of_user;
}

Section headline_section(const std::vector<RunMetric>& metrics, const std::string& prefix) {
  constexpr std::size_t most = 12;
  const auto sentence = sentence_of(metrics);
  std::string html = sentence.empty() ? "" : "<p class=\"headline\">" + escaped(sentence) + "</p>\n", tiles;
  std::size_t number = 0;
  for (const auto& metric : metrics)
    if (is_in_front(metric) && number < most) {
      ++number;
      tiles += "<li title=\"" + escaped(metric.exact()) + "\"><span class=\"what\">" +
               escaped(words_of(metric.name)) + "</span><b>" +
               escaped(metric.value ? readable(*metric.value, metric.unit) : metric.text) + "</b></li>\n";
    }
  if (number > 0)
    html += "<ul class=\"tiles\">\n" + tiles + "</ul>\n";
  return {prefix + "headline", "What came out", html};
}

/// All metrics of the run but those of single users.
Section metrics_section(const std::vector<RunMetric>& metrics, const std::string& prefix) {
  HtmlTable table("Metrics of the run; all digits are under the pointer, and in schedule.csv",
                  {{"metric"}, {"value", true}, {"what it is", false, false, true}});
  for (const auto& metric : metrics)
    if (!metric.is_of_user) {
      table.add({words_of(metric.name), metric.text, metric.meaning});
      table.show_last(1, escaped(metric.shown()), metric.exact());
    }
  return {prefix + "metrics", "All metrics",
          "<details class=\"section\"><summary>All metrics</summary>\n" + table.html() + "</details>\n"};
}

/// Metrics by user: a row for each, the least or greatest of the first metric first, as is worse.
std::string users_html(const std::vector<RunMetric>& metrics) {
  std::vector<std::string> names;
  std::map<std::string, std::map<std::string, const RunMetric*>> users; // by user and metric
  for (const auto& metric : metrics)
    if (metric.is_of_user) {
      const auto point = metric.name.find('.');
      const auto name = metric.name.substr(0, point);
      if (std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
      users[metric.name.substr(point + 1)][name] = &metric;
    }
  if (users.empty())
    return "";
  std::vector<std::pair<double, std::string>> order;
  for (const auto& [user, values] : users)
    order.emplace_back(values.count(names.front()) > 0 ? values.at(names.front())->value.value_or(0) : 0,
                       user);
  std::sort(order.begin(), order.end());
  std::vector<HtmlTable::Column> columns{{"user"}};
  for (const auto& name : names)
    columns.push_back({words_of(name), true});
  HtmlTable table("Metrics of each user (schedule.csv)", columns, true);
  table.show_first(users_shown);
  for (const auto& [value, user] : order) {
    std::vector<std::string> row{user};
    for (const auto& name : names)
      row.push_back(users[user].count(name) > 0 ? users[user][name]->text : "");
    table.add(row);
    for (std::size_t i = 0; i < names.size(); ++i)
      if (const auto found = users[user].find(names[i]); found != users[user].end())
        table.show_last(i + 1, escaped(found->second->shown()), found->second->exact());
  }
  return "<details class=\"section\"><summary>Metrics of each user</summary>\n" + table.html() +
         "</details>\n";
}

void add_users(const std::vector<RunMetric>& metrics, const std::string& prefix, Part& part) {
  const auto html = users_html(metrics);
  if (html.empty())
    return;
  for (auto& section : part.sections)
    if (section.id == prefix + "users") {
      section.html += html;
      return;
    }
  part.sections.push_back({prefix + "users", "Users", html});
}

} // namespace

Part run_part(const std::filesystem::path& folder, const std::string& title, const std::string& prefix,
              const std::map<std::string, MetricSpec>& known, const ShareDone& share_done) {
  Part part{title, "", {}, {}};
  if (!is_there(folder / "schedule.csv")) {
    part.notes.push_back("schedule.csv is missing: the run has not ended, or the file was removed");
    return part;
  }
  std::vector<RunMetric> metrics;
  try {
    metrics = metrics_in(folder / "schedule.csv", known);
    part.sections.push_back(headline_section(metrics, prefix));
  } catch (const InputError& error) {
    part.notes.push_back(error.what());
  }
  add_chart_sections(folder, prefix, part, {}, share_done);
  add_users(metrics, prefix, part);
  if (!metrics.empty())
    part.sections.push_back(metrics_section(metrics, prefix));
  return part;
}

} // namespace malha::page
