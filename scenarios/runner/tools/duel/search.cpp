// SPDX-License-Identifier: MIT
#include "search.hpp"

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

#include <algorithm>
#include <cmath>

namespace malha::duel {
namespace {

std::int64_t between(RandomEngine& random, std::int64_t low, std::int64_t high) {
  return boost::random::uniform_int_distribution<std::int64_t>(low, high)(random);
}

std::size_t index_below(RandomEngine& random, std::size_t size) {
  return static_cast<std::size_t>(between(random, 0, static_cast<std::int64_t>(size) - 1));
}

/// A value of a column. Half of them are uniform, half have any number of digits, so that both large and
/// small values are common.
std::int64_t drawn_value(const Column& column, RandomEngine& random) {
  const auto span = column.high - column.low;
  if (span == 0 || between(random, 0, 1) == 0)
    return between(random, column.low, column.high);
  std::int64_t most = 1;
  for (auto doublings = between(random, 0, 62); doublings > 0 && most < span; --doublings)
    most *= 2;
  return column.low + between(random, 0, std::min(most, span));
}

Row drawn_row(const Table& table, RandomEngine& random) {
  Row row;
  for (const auto& column : table.columns)
    row.push_back(drawn_value(column, random));
  return row;
}

std::vector<Row> drawn_rows(const Table& table, RandomEngine& random) {
  const auto number = table.fewest + index_below(random, table.most - table.fewest + 1);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < number; ++i)
    rows.push_back(drawn_row(table, random));
  return rows;
}

/// A value near another one, or one that is drawn anew. Dates at which two things happen at once matter to
/// schedulers, so small steps are common.
std::int64_t changed_value(const Column& column, std::int64_t value, RandomEngine& random) {
  switch (between(random, 0, 4)) {
  case 0:
    value += between(random, 0, 1) == 0 ? 1 : -1;
    break;
  case 1:
    value = between(random, 0, 1) == 0 ? 2 * value : value / 2;
    break;
  case 2: {
    const auto step = std::max<std::int64_t>(1, (column.high - column.low) / 20);
    value += between(random, -step, step);
    break;
  }
  case 3:
    value = between(random, 0, 1) == 0 ? column.low : column.high;
    break;
  default:
    value = drawn_value(column, random);
  }
  return std::clamp(value, column.low, column.high);
}

void change_a_number(const Table& table, std::vector<Row>& rows, RandomEngine& random) {
  std::vector<std::size_t> free;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (table.columns[i].low < table.columns[i].high)
      free.push_back(i);
  if (free.empty() || rows.empty())
    return;
  auto& row = rows[index_below(random, rows.size())];
  const auto place = free[index_below(random, free.size())];
  row[place] = changed_value(table.columns[place], row[place], random);
}

/// Adds a row, a new one or the copy of another, at any place.
void add_a_row(const Table& table, std::vector<Row>& rows, RandomEngine& random) {
  const auto row = rows.empty() || between(random, 0, 1) == 0 ? drawn_row(table, random)
                                                              : rows[index_below(random, rows.size())];
  rows.insert(rows.begin() + between(random, 0, static_cast<std::int64_t>(rows.size())), row);
}

void remove_a_row(std::vector<Row>& rows, RandomEngine& random) {
  rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(index_below(random, rows.size())));
}

/// Changes rows of a table in one way. Changes of numbers are more common than others.
void change(const Table& table, std::vector<Row>& rows, RandomEngine& random) {
  const auto kind = between(random, 0, 9);
  if (kind == 0 && rows.size() < table.most)
    return add_a_row(table, rows, random);
  if (kind == 1 && rows.size() > table.fewest)
    return remove_a_row(rows, random);
  if (kind == 2 && rows.size() > 1)
    return std::swap(rows[index_below(random, rows.size())], rows[index_below(random, rows.size())]);
  if (kind == 3 && rows.size() > 1) {
    rows[index_below(random, rows.size())] = Row(rows[index_below(random, rows.size())]);
    return;
  }
  change_a_number(table, rows, random);
}

/// The first instance of a chain. Draws again while there is no ratio.
void begin(const Game& game, RandomEngine& random, ChainState& state) {
  constexpr int most_draws = 1000;
  for (int draw = 0; draw < most_draws && state.current.ratio == 0; ++draw) {
    auto instance = drawn(game, random);
    ++state.tried;
    if (const auto ratio = game.ratio(instance); ratio && *ratio > 0)
      state.current = {std::move(instance), *ratio};
  }
  state.best = state.current;
}

} // namespace

Instance drawn(const Game& game, RandomEngine& random) {
  Instance instance{drawn_rows(game.space().jobs, random), drawn_rows(game.space().machines, random)};
  game.settle(instance);
  return instance;
}

Instance neighbour(const Game& game, const Instance& instance, RandomEngine& random) {
  auto other = instance;
  const auto rows = static_cast<std::int64_t>(other.jobs.size() + other.machines.size());
  if (between(random, 1, rows) > static_cast<std::int64_t>(other.machines.size()))
    change(game.space().jobs, other.jobs, random);
  else
    change(game.space().machines, other.machines, random);
  game.settle(other);
  return other;
}

void go_on(const Game& game, const Annealing& how, std::uint64_t seed, int chain, ChainState& state) {
  RandomStreams streams(seed, "duel");
  auto& random = streams.stream("chain " + std::to_string(chain) + " leg " + std::to_string(state.legs_done));
  if (state.legs_done == 0)
    begin(game, random, state);
  const auto from = how.steps * state.legs_done / how.legs;
  const auto until = how.steps * (state.legs_done + 1) / how.legs;
  boost::random::uniform_real_distribution<double> chance(0, 1);
  for (auto step = from; step < until && state.current.ratio > 0; ++step) {
    const double cooled = static_cast<double>(step) / static_cast<double>(how.steps);
    const double temperature = how.hottest * std::pow(how.coldest / how.hottest, cooled);
    auto instance = neighbour(game, state.current.instance, random);
    const double luck = chance(random);
    if (instance == state.current.instance)
      continue;
    ++state.tried;
    const auto ratio = game.ratio(instance);
    if (!ratio || !(*ratio > 0))
      continue;
    if (*ratio >= state.current.ratio || luck < std::pow(*ratio / state.current.ratio, 1 / temperature))
      state.current = {std::move(instance), *ratio};
    if (state.current.ratio > state.best.ratio)
      state.best = state.current;
  }
  ++state.legs_done;
}

} // namespace malha::duel
