/*
 * A USB serial port that is not there, for programs started with the environment this prints: an
 * ESP32-S2 as udev sees it, which is plugged in and pulled out by lines on stdin.
 *
 *   stdout  dir PATH     where the programs look for /dev and /sys; PATH/dev/ttyACM0 is the port itself
 *           ok           after each line of stdin
 *   stdin   plug | unplug
 *
 * Needs libumockdev (https://github.com/martinpitt/umockdev).
 */
#include <stdio.h>
#include <string.h>
#include <umockdev.h>

/* Of the kernel's first serial driver, which /proc/tty/drivers names: Chromium lists no others. */
#define DEVICE_NUMBER "4:64"

static gchar *plug(UMockdevTestbed *desk, const char *board) {
  return umockdev_testbed_add_device(
      desk, "tty", "ttyACM0", board, "dev", DEVICE_NUMBER, NULL, "DEVNAME", "/dev/ttyACM0", "MAJOR", "4",
      "MINOR", "64", "ID_BUS", "usb", "ID_VENDOR_ID", "303a", "ID_MODEL_ID", "0002", "ID_MODEL_ENC",
      "ESP32-S2", "ID_SERIAL_SHORT", "0", NULL);
}

int main(void) {
  UMockdevTestbed *desk = umockdev_testbed_new();
  gchar *board = umockdev_testbed_add_device(desk, "usb", "1-1", NULL, "idVendor", "303a", "idProduct", "0002",
                                             NULL, "DEVTYPE", "usb_device", NULL);
  gchar *port = NULL;
  char line[16];

  setvbuf(stdout, NULL, _IOLBF, 0);
  printf("dir %s\n", umockdev_testbed_get_root_dir(desk));
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (strcmp(line, "plug\n") == 0 && port == NULL) {
      port = plug(desk, board);
      umockdev_testbed_uevent(desk, port, "add");
    } else if (strcmp(line, "unplug\n") == 0 && port != NULL) {
      umockdev_testbed_uevent(desk, port, "remove");
      umockdev_testbed_remove_device(desk, port);
      g_free(port);
      port = NULL;
    }
    puts("ok");
  }
  g_free(board);
  g_object_unref(desk);
  return 0;
}
