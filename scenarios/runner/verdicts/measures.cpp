// SPDX-License-Identifier: MIT
#include "measures.hpp"

#include "cell_values.hpp"
#include "results/files/table.hpp"

#include <algorithm>
#include <ostream>

namespace malha {
namespace {

/// A name in two lines, as even as its underscores allow: a column is as wide as the longer one.
std::pair<std::string, std::string> in_two_lines(const std::string& name) {
  std::pair<std::string, std::string> lines{"", name};
  for (auto at = name.find('_'); at != std::string::npos; at = name.find('_', at + 1))
    if (std::max(at + 1, name.size() - at - 1) < std::max(lines.first.size(), lines.second.size()))
      lines = {name.substr(0, at + 1), name.substr(at + 1)};
  return lines;
}

std::string short_key(const std::string& key) { return key.substr(key.rfind('.') + 1); }

/// The three lines of a header, and the rows below it.
class Columns {
public:
  void add(const std::string& name, const std::string& unit, bool right) {
    const auto [first, second] = in_two_lines(name);
    header_[0].push_back(first);
    header_[1].push_back(second);
    header_[2].push_back(unit);
    right_.push_back(right);
  }
  Table table() const {
    Table table(header_[0], right_);
    table.add(header_[1]);
    table.add(header_[2]);
    return table;
  }

private:
  std::vector<std::string> header_[3];
  std::vector<bool> right_;
};

/// What a table shows in one place: a cell, or the mean over some.
struct Place {
  std::string run;
  Settings shown; ///< what its cells have in common
  std::vector<const CellResult*> cells;

  std::string value(const std::string& key) const { return shown.count(key) > 0 ? shown.at(key) : ""; }
  /// "" where it is not known.
  std::string mean(const std::string& metric) const {
    try {
      return malha::shown(mean_of(mean_over(cells, metric)));
    } catch (const Unchecked&) {
      return "";
    }
  }
};

/// A table, or several, over the same places.
class Measures {
public:
  Measures(const Scenario& scenario, const std::vector<CellResult>& cells, std::set<std::string> folded)
      : folded_(std::move(folded)) {
    for (const auto& cell : scenario.cells) {
      add_once(runs_, cell.run);
      for (const auto& [key, value] : cell.varied)
        if (folded_.count(key) == 0)
          keys_.insert(key);
    }
    // A mean over what is there would pass for one over all: cells without results count where some are
    // folded.
    for (const auto& cell : cells)
      if (cell.scenario == scenario.name && (!cell.runs.empty() || !folded_.empty()))
        place_of(cell).cells.push_back(&cell);
  }

  void print(const std::vector<Measure>& measures, std::ostream& out) const {
    if (!folded_.empty())
      out << wrapped("means over " + listed({folded_.begin(), folded_.end()}), "  ");
    std::vector<Measure> in_list;
    for (const auto& measure : measures)
      if (!print_matrix(measure.metric, measure.unit, out))
        in_list.push_back(measure);
    if (!in_list.empty())
      print_list(in_list, out);
  }

private:
  static void add_once(std::vector<std::string>& words, const std::string& word) {
    if (std::find(words.begin(), words.end(), word) == words.end())
      words.push_back(word);
  }

  Place& place_of(const CellResult& cell) {
    Settings shown = cell.varied;
    for (const auto& key : folded_)
      shown.erase(key);
    const auto [known, is_new] =
        position_.emplace(std::make_pair(cell.run, joined(shown, ";")), places_.size());
    if (is_new)
      places_.push_back({cell.run, std::move(shown), {}});
    return places_[known->second];
  }

  /// Means of several runs along one parameter: runs beside each other, or else values where they fit the
  /// terminal. False when there is nothing of the kind.
  bool print_matrix(const std::string& metric, const std::string& unit, std::ostream& out) const {
    if (folded_.empty() || keys_.size() != 1 || runs_.size() < 2)
      return false;
    const auto& key = *keys_.begin();
    std::vector<std::string> values;
    for (const auto& place : places_)
      add_once(values, place.value(key));
    const auto run_of = [](const Place& place) { return place.run; };
    const auto value_of = [&](const Place& place) { return place.value(key); };
    auto table = matrix(metric, short_key(key), values, value_of, runs_, run_of);
    if (table.width() > terminal_width)
      table = matrix(metric, "run", runs_, run_of, values, value_of);
    if (table.width() > terminal_width)
      return false;
    out << metric << (unit == "1" ? "" : ", " + unit) << ", by " << key << '\n';
    table.print(out);
    return true;
  }

  template <class RowOf, class ColumnOf>
  Table matrix(const std::string& metric, const std::string& corner, const std::vector<std::string>& rows,
               RowOf&& row_of, const std::vector<std::string>& columns, ColumnOf&& column_of) const {
    std::vector<std::string> header{corner};
    header.insert(header.end(), columns.begin(), columns.end());
    std::vector<bool> right(header.size(), true);
    right.front() = corner != "run";
    Table table(header, right);
    for (const auto& row : rows) {
      std::vector<std::string> line{row};
      for (const auto& column : columns) {
        const auto place = std::find_if(places_.begin(), places_.end(), [&](const auto& one) {
          return row_of(one) == row && column_of(one) == column;
        });
        line.push_back(place == places_.end() ? "" : place->mean(metric));
      }
      table.add(std::move(line));
    }
    return table;
  }

  /// In as many tables as fit the terminal.
  void print_list(const std::vector<Measure>& measures, std::ostream& out) const {
    for (std::size_t begin = 0, end = 0; begin < measures.size(); begin = end) {
      auto table = list_of({measures.begin() + at(begin), measures.begin() + at(++end)});
      for (; end < measures.size(); ++end) {
        auto wider = list_of({measures.begin() + at(begin), measures.begin() + at(end + 1)});
        if (wider.width() > terminal_width)
          break;
        table = std::move(wider);
      }
      out << (begin == 0 ? "" : "\n");
      table.print(out);
    }
  }

  static std::ptrdiff_t at(std::size_t place) { return static_cast<std::ptrdiff_t>(place); }

  Table list_of(const std::vector<Measure>& measures) const {
    Columns columns;
    if (runs_.size() > 1)
      columns.add("run", "", false);
    for (const auto& key : keys_)
      columns.add(short_key(key), "", true);
    for (const auto& measure : measures)
      columns.add(measure.metric, measure.unit, true);
    auto table = columns.table();
    for (const auto& place : places_) {
      std::vector<std::string> row;
      if (runs_.size() > 1)
        row.push_back(place.run);
      for (const auto& key : keys_)
        row.push_back(place.value(key));
      for (const auto& measure : measures)
        row.push_back(place.mean(measure.metric));
      table.add(std::move(row));
    }
    return table;
  }

  std::set<std::string> folded_;
  std::vector<std::string> runs_;                                       ///< in the order of the scenario
  std::set<std::string> keys_;                                          ///< varied parameters that are shown
  std::map<std::pair<std::string, std::string>, std::size_t> position_; ///< of a place, by run and shown
  std::vector<Place> places_;
};

} // namespace

void print_measures(const Scenario& scenario, const std::vector<CellResult>& cells, std::ostream& out) {
  std::vector<std::set<std::string>> printed;
  for (const auto& measure : scenario.measures) {
    if (std::find(printed.begin(), printed.end(), measure.folded) != printed.end())
      continue;
    printed.push_back(measure.folded);
    std::vector<Measure> together;
    for (const auto& other : scenario.measures)
      if (other.folded == measure.folded)
        together.push_back(other);
    Measures(scenario, cells, measure.folded).print(together, out);
  }
}

} // namespace malha
